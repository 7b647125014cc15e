import type { FastifyInstance } from 'fastify'
import { type Database, sql } from '../storage/sql.ts'
import { sendJson } from './wire/answers.ts'

/** `/healthz`: the process answers. `/readyz`: the database answers, too. */
export function addHealth(server: FastifyInstance, db: Database) {
  server.get('/healthz', (_request, reply) => sendJson(reply, 200, { status: 'ok' }))
  server.get('/readyz', async (_request, reply) => {
    await db.read('ready', (tx) => tx.one(sql`SELECT version FROM migrations LIMIT 1`))
    return sendJson(reply, 200, { status: 'ok' })
  })
}
