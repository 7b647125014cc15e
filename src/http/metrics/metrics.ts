/** Metrics for Prometheus, on a separate listener that is off unless the operator sets its port. */
import type { RequestListener, Server } from 'node:http'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { createServer } from '../node-http.ts'
import { countAnswers, countTransactions } from './answers.ts'
import { type Watched, watchBoard } from './board.ts'
import { metricText } from './series.ts'

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const ofProcess = new Registry() // memory, processor time, the event loop
  collectDefaultMetrics({ register: ofProcess })
  const [answers, transactions] = [countAnswers(), countTransactions()]

  /** The page that Prometheus reads. */
  const page = (watched: Watched) => {
    const ofBoard = watchBoard(watched)
    return async () => {
      const metrics = [...(await ofBoard()), ...answers.metrics(), ...transactions.metrics()]
      return metrics.map(metricText).join('\n') + (await ofProcess.metrics())
    }
  }

  function listener(watched: Watched): Server {
    const write = page(watched)
    const answer: RequestListener = async ({ method, url }, response) => {
      const found = method === 'GET' && url === '/metrics'
      const text = found ? await write() : 'GET /metrics is served here, and nothing else.\n'
      response.writeHead(found ? 200 : 404, { 'content-type': ofProcess.contentType }).end(text)
    }
    return createServer(answer)
  }

  return { observeAnswer: answers.observe, observeTransaction: transactions.observe, page, listener }
}
