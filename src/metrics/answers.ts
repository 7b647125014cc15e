/** Counts every answer and every transaction. The names of labels are bounded: operations, routes, methods, codes. */
import type { ObserveAnswer } from '../http/ladder/incoming.ts'
import { errorCodes } from '../kernel/errors.ts'
import type { Observer } from '../storage/pool.ts'
import { saysUnwritable } from '../storage/unwritable.ts'
import { Histogram, type Metric, type Sample, Series } from './series.ts'

const seconds = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

type Counter = { count: number }

/** Refusals are quick, so they would hide that the other answers are slow. */
const outcomeOf = (status: number) => (status < 400 ? 'served' : status < 500 ? 'refused' : 'failed')

const makeHistogram = () => new Histogram(seconds)

function* counts(series: Series<Counter>): Generator<Sample> {
  for (const [labels, { count }] of series.entries()) yield { labels, value: count }
}

function* distributions(series: Series<Histogram>): Generator<Sample> {
  for (const [labels, histogram] of series.entries()) yield* histogram.samples(labels)
}

export function countAnswers() {
  const times = new Series<Histogram>(['operation', 'outcome'], makeHistogram)
  const requests = new Series(['operation', 'method', 'status'], (operation, _method, status) => ({
    count: 0,
    time: times.find(operation, outcomeOf(status as number)),
  }))
  const refusals = new Series<Counter>(['code'], () => ({ count: 0 }))
  // A counter that begins with its first event does not show this event as an increase.
  for (const code of errorCodes) refusals.find(code)

  const observe: ObserveAnswer = (operation, { method, status, ms, code }) => {
    const request = requests.find(operation, method, status)
    request.count++
    request.time.observe(ms / 1000)
    if (code !== undefined) refusals.find(code).count++
  }
  return {
    observe,
    metrics: (): Metric[] => [
      {
        name: 'board_requests_total',
        help: 'Answered requests, by operation (or route, where there is none), method and status.',
        type: 'counter',
        samples: counts(requests),
      },
      {
        name: 'board_request_seconds',
        help: 'Time to answer: served (below 400), refused (4xx) or failed (5xx).',
        type: 'histogram',
        samples: distributions(times),
      },
      {
        name: 'board_refusals_total',
        help: 'Refused requests and tool calls, by error code.',
        type: 'counter',
        samples: counts(refusals),
      },
    ],
  }
}

export function countTransactions() {
  const times = new Series<Histogram>(['name', 'kind', 'ok'], makeHistogram)
  let isUnwritable = false
  const observe: Observer = (name, kind, took, ok, error) => {
    times.find(name, kind, ok).observe(took)
    // A refusal does not show whether the storage works.
    if (kind === 'write' && (ok || saysUnwritable(error))) isUnwritable = !ok
  }
  return {
    observe,
    /** A write found the storage full, read-only or broken, and none has succeeded since. */
    isUnwritable: () => isUnwritable,
    metrics: (): Metric[] => [
      {
        name: 'board_transaction_seconds',
        help: 'Time from asking for a transaction to its end, waiting included; not ok where it was undone, by a refusal too.',
        type: 'histogram',
        samples: distributions(times),
      },
    ],
  }
}
