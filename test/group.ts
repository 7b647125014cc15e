/** Writes the files that `npm test` runs: each imports many test files, because a process loads the board longer than it runs most of them. */
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const folder = join(root, '.cache/tests')

/** With more files in a process the board is loaded less often; with fewer the processes end closer together. */
const FILES_PER_PROCESS = 12

const files = globSync('test/**/*.test.ts', { cwd: root }).sort()
const isBrowserTest = (file: string) => file.endsWith('.browser.test.ts')
const others = files.filter((file) => !isBrowserTest(file))
const slices = Array.from({ length: Math.ceil(others.length / FILES_PER_PROCESS) }, (_, n) =>
  others.slice(n * FILES_PER_PROCESS, (n + 1) * FILES_PER_PROCESS),
)

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
/** The files with a browser share it. They take longest, so they come first. */
for (const [index, group] of [files.filter(isBrowserTest), ...slices].entries()) {
  const name = `${String(index).padStart(2, '0')}.mjs`
  writeFileSync(join(folder, name), group.map((file) => `import '../../${file}'\n`).join(''))
}
