/** Metrics for Prometheus, on a separate listener that is off unless the operator sets its port. */
import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Observer } from '../storage/sql.ts'

const seconds = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const answers = new Histogram({
    name: 'board_http_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['route', 'status'],
    buckets: seconds,
    registers: [registry],
  })
  const transactions = new Histogram({
    name: 'board_transaction_seconds',
    help: 'Time from asking for a transaction to its end, waiting included.',
    labelNames: ['name', 'kind', 'ok'],
    buckets: seconds,
    registers: [registry],
  })
  return {
    observeAnswer: (route: string, status: number, took: number) => answers.observe({ route, status }, took),
    observeTransaction: ((name, kind, took, ok) =>
      transactions.observe({ name, kind, ok: String(ok) }, took)) satisfies Observer,
    listener: (): Server =>
      createServer(async (request, response) => {
        const found = request.method === 'GET' && request.url === '/metrics'
        response.writeHead(found ? 200 : 404, { 'content-type': registry.contentType })
        response.end(found ? await registry.metrics() : '')
      }),
  }
}
