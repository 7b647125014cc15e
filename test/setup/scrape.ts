/** Reads what Prometheus reads: every sample of the page, by the name of its metric. */
import assert from 'node:assert/strict'

export type Sample = { name: string; labels: Record<string, string>; value: number }

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const label = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/g

/** Node has no mean of nothing yet, and says so. */
const isNumber = (text: string) => text.toLowerCase() === 'nan' || !Number.isNaN(numberOf(text))
const numberOf = (text: string) => Number(text.replace('Inf', 'Infinity'))

/** A line that does not fit the text format fails the test. */
export function samplesIn(page: string): Sample[] {
  const lines = page.split('\n').filter((text) => text !== '' && !text.startsWith('#'))
  return lines.map((text) => {
    const [, name = '', labels = '', value = ''] = line.exec(text) ?? assert.fail(`not the text format: ${text}`)
    assert.ok(isNumber(value), text)
    assert.equal(labels.replace(label, ''), '', text)
    return {
      name,
      labels: Object.fromEntries([...labels.matchAll(label)].map(([, key, of]) => [key, of])),
      value: numberOf(value),
    }
  })
}

/** The one value with at least these labels. */
export function sampleOf(samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number {
  const found = samples.filter(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )
  assert.equal(found.length, 1, `${name} ${JSON.stringify(labels)}: ${JSON.stringify(found)}`)
  return (found[0] as Sample).value
}
