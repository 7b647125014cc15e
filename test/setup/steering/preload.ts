/**
 * Loaded before the service in a process of its own: a test moves the clock of this process, ends its threads, fills its
 * disk and asks for its memory, over a port of its own.
 */
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { isMainThread, type Worker } from 'node:worker_threads'

const SQLITE_MAX_PAGES = 1_073_741_823

function steer(port: number) {
  const realNow = Date.now
  let offsetMs = 0
  Date.now = () => realNow() + offsetMs

  const threads = new Set<Worker>()
  process.on('worker', (thread) => {
    threads.add(thread)
    thread.once('exit', () => threads.delete(thread))
  })

  const databases = new Set<DatabaseSync>()
  const { prepare } = DatabaseSync.prototype
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, ...given) {
    databases.add(this)
    return prepare.apply(this, given)
  }

  const limitPages = (pages: number) => {
    for (const database of databases) if (database.isOpen) database.exec(`PRAGMA max_page_count = ${pages}`)
  }
  const commands: Record<string, (value: number) => unknown> = {
    clock: (seconds) => {
      offsetMs = seconds * 1000
    },
    threads: () => Promise.all([...threads].map((thread) => thread.terminate())),
    'disk-full': () => limitPages(1), // what is there already stays
    'disk-free': () => limitPages(SQLITE_MAX_PAGES),
    memory: () => {
      globalThis.gc?.()
      const { heapUsed, external } = process.memoryUsage()
      return { bytes: heapUsed + external, descriptors: readdirSync('/proc/self/fd').length }
    },
  }
  const server = createServer(async ({ url = '' }, response) => {
    const [name = '', value] = url.slice(1).split('=')
    const result = await commands[name]?.(Number(value))
    response.setHeader('connection', 'close').end(JSON.stringify(name === 'memory' ? result : {}))
  })
  server.listen(port, '127.0.0.1').unref()
}

// Worker threads load it too.
if (isMainThread) steer(Number(process.env.STEERING_PORT))
