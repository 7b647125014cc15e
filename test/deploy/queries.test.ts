/** What the dashboard and the alerts ask for is what the service tells after some traffic. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { openBoard } from '../board.ts'
import { UNKNOWN_ID } from '../setup/call.ts'
import { listen } from '../setup/listening.ts'
import { readQuery, type Selector } from '../setup/promql.ts'
import { type Sample, samplesIn } from '../setup/scrape.ts'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

type Rule = { alert: string; expr: string; annotations: { summary: string; recipe: string } }
type Panel = { title: string; gridPos: object; targets?: { expr: string; legendFormat: string }[] }

const rules = (parse(read('deploy/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
)
const panels = (JSON.parse(read('deploy/grafana/posting-board.json')) as { panels: Panel[] }).panels
const shown = panels.flatMap(({ title, targets = [] }) => targets.map((target) => ({ title, ...target })))
const queries = [
  ...rules.map(({ alert, expr }) => ({ from: alert, expr })),
  ...shown.map(({ title, expr }) => ({ from: title, expr })),
]

/** Prometheus adds these itself. */
const OWN_METRIC = 'up'
const ownLabels = ['job', 'instance']

/** A board on which a little of everything has happened. */
async function scrape(): Promise<Sample[]> {
  const engine = 'sqlite' // which shows all that PostgreSQL does, and its disk
  const metrics = createMetrics()
  await using board = await openBoard(engine, { metrics, bounds: { queued: 0 } })
  const ada = await board.account('ada')
  await ada.posts()
  await ada.get('/v1/activity')
  await ada.reads(UNKNOWN_ID)
  await board.call('/humanfeed/', { headers: { accept: 'text/html' } })
  const { url } = await listen(board)
  await fetch(`${url}/v1/me`) // one request too many, because none may wait
  return samplesIn(await metrics.page({ ...board.app, ...board.config })())
}

const fits = (sample: Sample, { metric, matchers }: Selector) =>
  sample.name === metric &&
  matchers.every(({ label, operator, value }) => {
    if (ownLabels.includes(label)) return true
    const told = sample.labels[label]
    assert.ok(['=', '=~'].includes(operator), operator)
    return told !== undefined && (operator === '=' ? told === value : new RegExp(`^(?:${value})$`).test(told))
  })

describe('the queries of the dashboard and the alerts', () => {
  it('name metrics and labels that the service has', async () => {
    const samples = await scrape()
    assert.ok(queries.length > 30)
    for (const { from, expr } of queries) {
      const { selectors, labels } = readQuery(expr)
      assert.ok(selectors.length > 0, expr)
      for (const selector of selectors.filter(({ metric }) => metric !== OWN_METRIC)) {
        const found = samples.find((sample) => fits(sample, selector))
        assert.ok(found, `${from}: nothing fits ${JSON.stringify(selector)} of ${expr}`)
        for (const label of labels)
          assert.ok(ownLabels.includes(label) || label in found.labels, `${from}: ${selector.metric} has no ${label}`)
      }
    }
  })

  it('write only labels that the query keeps', () => {
    const written = [
      ...shown.map(({ expr, legendFormat }) => ({ expr, text: legendFormat })),
      ...rules.map(({ expr, annotations }) => ({ expr, text: annotations.summary })),
    ]
    for (const { expr, text } of written) {
      const names = [...text.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)].map(([, name]) => name as string)
      const { labels } = readQuery(expr)
      const isAggregated = /\b(?:sum|max|count|topk)\b/.test(expr)
      for (const name of names)
        assert.ok(isAggregated ? labels.includes(name) : ownLabels.includes(name), `${expr} does not keep ${name}`)
    }
  })

  it('name a heading of operating.md that exists', () => {
    const headings = [...read('docs/operating.md').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading)
    for (const { alert, annotations } of rules) assert.ok(headings.includes(annotations.recipe), alert)
  })

  it('are parsed correctly by this test', () => {
    assert.deepEqual(readQuery('topk(3, sum by (a, b) (rate(x_total{c="d",e=~"f|g"}[5m]))) > 0.5e3'), {
      selectors: [
        {
          metric: 'x_total',
          matchers: [
            { label: 'c', operator: '=', value: 'd' },
            { label: 'e', operator: '=~', value: 'f|g' },
          ],
        },
      ],
      labels: ['a', 'b'],
    })
    assert.deepEqual(
      readQuery('max by (kind) (one / two) > 768 * 1024').selectors.map(({ metric }) => metric),
      ['one', 'two'],
    )
  })
})
