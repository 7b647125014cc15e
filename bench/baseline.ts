import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { temporaryFolder } from './boards.ts'

/** Starts the baseline server with the bytes that the board sent. */
export async function startBaseline(bytes: Buffer, encoding = '') {
  const folder = temporaryFolder()
  const file = join(folder.path, 'answer')
  writeFileSync(file, bytes)
  const child = spawn(process.execPath, [new URL('./baseline-server.ts', import.meta.url).pathname, file, encoding], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(child.stdout), 'line')
  const end = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
    folder[Symbol.dispose]()
  }
  return { url: `http://127.0.0.1:${JSON.parse(line).port}`, pid: child.pid as number, [Symbol.asyncDispose]: end }
}
