/** Errors that no code of the service was waiting for, in real processes. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Engine, engines, freshDatabase } from '../setup/databases.ts'
import { signUp } from '../setup/people.ts'
import { connect, startServer } from '../setup/processes.ts'
import { sampleOf, samplesIn } from '../setup/scrape.ts'

/** Loaded before the service: each signal makes something go wrong that no code waits for. */
const faults = `
  const error = () => new Error('broken on purpose', { cause: new Error('the cause of it') })
  process.on('SIGUSR2', () => void Promise.reject(error()))
  process.on('SIGHUP', () => void Promise.reject(undefined))
  process.on('SIGQUIT', () => { throw error() })`

async function startFaulty() {
  const database = await freshDatabase(engines[0] as Engine)
  const server = await startServer({
    DATABASE_URL: database.url,
    ADMIN_PORT: '0',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(faults)}`,
  })
  const { call, close } = connect(server.url)
  const end = async () => {
    close()
    await server[Symbol.asyncDispose]()
    await database.remove()
  }
  return { server, call, [Symbol.asyncDispose]: end }
}

describe('an error that nobody was waiting for', () => {
  it('is logged with its cause, counted and survived if a promise failed with it', async () => {
    await using open = await startFaulty()
    const { server } = open
    const ada = await signUp(open.call, 'ada')
    const adminPort = (await server.logged('listening'))?.admin_port

    server.kill('SIGUSR2')
    const line = await server.logged('a promise failed that nobody was waiting for; the service goes on')
    server.kill('SIGHUP')
    while (!server.written.stdout.includes('no error, but of type undefined'))
      await new Promise((resolve) => setTimeout(resolve, 20))

    const { message, cause } = (line as { err: object }).err as { message: string; cause: { message: string } }
    assert.deepEqual([message, cause.message], ['broken on purpose', 'the cause of it'])
    assert.equal((await ada.posts()).status, 201)
    const page = await fetch(`http://127.0.0.1:${adminPort}/metrics`)
    assert.equal(sampleOf(samplesIn(await page.text()), 'board_unhandled_rejections_total', {}), 2)
    assert.deepEqual(await server.stop(), { code: 0, signal: null })
  })

  it('is logged with its cause and ends the process with code 5 if it was thrown out of a callback', async () => {
    await using open = await startFaulty()
    const ada = await signUp(open.call, 'ada')
    const stored = await ada.posts()

    open.server.kill('SIGQUIT')

    assert.equal(stored.status, 201)
    assert.deepEqual(await open.server.exited, { code: 5, signal: null })
    const line = await open.server.logged('an exception broke off a piece of work half-way; the process ends')
    const { message, cause } = (line as { err: object }).err as { message: string; cause: { message: string } }
    assert.deepEqual([message, cause.message], ['broken on purpose', 'the cause of it'])
  })
})
