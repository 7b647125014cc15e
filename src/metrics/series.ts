/**
 * Series that cost a few map lookups at each event, and become text only when they are read. A histogram of prom-client
 * sorts and joins its labels again at every observation: see docs/decisions/0035-metrics.md.
 */

type LabelValue = string | number | boolean
export type Labels = Readonly<Record<string, LabelValue>>
export type Sample = { labels: Labels; value: number; suffix?: string }

/** One value of some kind for each combination of up to three labels. */
export class Series<T> {
  readonly #names: readonly string[]
  readonly #make: (first: string, second: LabelValue, third: LabelValue) => T
  readonly #known = new Map<string, Map<LabelValue, Map<LabelValue, T>>>()

  constructor(names: readonly string[], make: (first: string, second: LabelValue, third: LabelValue) => T) {
    this.#names = names
    this.#make = make
  }

  find(first: string, second: LabelValue = '', third: LabelValue = ''): T {
    return this.#known.get(first)?.get(second)?.get(third) ?? this.#add(first, second, third)
  }

  #add(first: string, second: LabelValue, third: LabelValue): T {
    const made = this.#make(first, second, third)
    const seconds = this.#known.get(first) ?? new Map<LabelValue, Map<LabelValue, T>>()
    const thirds = seconds.get(second) ?? new Map<LabelValue, T>()
    this.#known.set(first, seconds.set(second, thirds.set(third, made)))
    return made
  }

  *entries(): Generator<[Labels, T]> {
    for (const [first, seconds] of this.#known)
      for (const [second, thirds] of seconds)
        for (const [third, value] of thirds) yield [this.#labels([first, second, third]), value]
  }

  #labels(values: readonly LabelValue[]): Labels {
    return Object.fromEntries(this.#names.map((name, n) => [name, values[n] as LabelValue]))
  }
}

/** Counts durations by their length. */
export class Histogram {
  readonly #bounds: readonly number[]
  /** One count more than there are bounds, for durations above all bounds. */
  readonly #counts: number[]
  #sum = 0

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0)
  }

  observe(value: number) {
    let n = 0
    while (n < this.#bounds.length && value > (this.#bounds[n] as number)) n++
    ;(this.#counts[n] as number)++
    this.#sum += value
  }

  *samples(labels: Labels): Generator<Sample> {
    let count = 0
    for (const [n, of] of this.#counts.entries()) {
      count += of
      yield { suffix: '_bucket', labels: { ...labels, le: this.#bounds[n] ?? '+Inf' }, value: count }
    }
    yield { suffix: '_sum', labels, value: this.#sum }
    yield { suffix: '_count', labels, value: count }
  }
}

export type Metric = { name: string; help: string; type: 'counter' | 'gauge' | 'histogram'; samples: Iterable<Sample> }

const escaped = (value: LabelValue) => String(value).replace(/[\\"\n]/g, (c) => (c === '\n' ? '\\n' : `\\${c}`))

const labelText = (labels: Labels) => {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return parts.length > 0 ? `{${parts.join(',')}}` : ''
}

const numberText = (value: number) => (value === Number.POSITIVE_INFINITY ? '+Inf' : String(value))

/** A metric in Prometheus' text format. */
export function metricText({ name, help, type, samples }: Metric): string {
  const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
  for (const { suffix = '', labels, value } of samples)
    lines.push(`${name}${suffix}${labelText(labels)} ${numberText(value)}`)
  return `${lines.join('\n')}\n`
}
