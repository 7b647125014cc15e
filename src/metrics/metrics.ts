/** Metrics for Prometheus, on a separate listener that is off unless the operator sets its port. */
import type { RequestListener, Server } from 'node:http'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { createServer } from '../http/admission/node-http.ts'
import { countAnswers, countTransactions } from './answers.ts'
import { type Watched, watchBoard } from './board.ts'
import { type Metric, metricText } from './series.ts'

/** Gauges with the name of a counter; the same figures are in others, by type. */
const misnamed = ['handles', 'requests', 'resources'].map((kind) => `nodejs_active_${kind}_total`)

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const ofProcess = new Registry() // memory, processor time, the event loop
  collectDefaultMetrics({ register: ofProcess })
  for (const name of misnamed) ofProcess.removeSingleMetric(name)
  const [answers, transactions] = [countAnswers(), countTransactions()]
  let rejections = 0
  const rejectionMetric = (): Metric => ({
    name: 'board_unhandled_rejections_total',
    help: 'Failures that no code was waiting for: faults of this program.',
    type: 'counter',
    samples: [{ labels: {}, value: rejections }],
  })

  /** The page that Prometheus reads. */
  const page = (watched: Watched) => {
    const ofBoard = watchBoard({ isUnwritable: transactions.isUnwritable, ...watched })
    return async () => {
      const metrics = [...(await ofBoard()), ...answers.metrics(), ...transactions.metrics(), rejectionMetric()]
      return metrics.map(metricText).join('\n') + (await ofProcess.metrics())
    }
  }

  function listener(watched: Watched): Server {
    const write = page(watched)
    const answer: RequestListener = ({ method, url }, response) => {
      const send = (status: number, text: string) =>
        void response.writeHead(status, { 'content-type': ofProcess.contentType }).end(text)
      if (method !== 'GET' || url !== '/metrics') return send(404, 'GET /metrics is served here, and nothing else.\n')
      write().then(
        (text) => send(200, text),
        (error) => send(500, `The figures could not be read: ${error}\n`),
      )
    }
    return createServer(answer)
  }

  return {
    observeAnswer: answers.observe,
    observeTransaction: transactions.observe,
    countRejection: () => void rejections++,
    page,
    listener,
  }
}
