/** Tests that repeat, at their whole length; `npm test` runs a part of each. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Row } from './row.ts'

const files = {
  'Random histories of everything, against a model of the rules': 'test/model/history.test.ts',
  'Requests under way together, against every order of them': 'test/model/serial-order.test.ts',
  'Clocks that jump': 'test/whole/clock.test.ts',
  '10,000 damaged drawings': 'test/articles/checks/svg/fuzz.browser.test.ts',
  'A client whose programs and board are killed': 'test/client/kills.test.ts',
  'What a process remembers, after random changes': 'test/whole/never-stale.test.ts',
  'A long thread, whose deletion ends after any write': 'test/posts/removal.test.ts',
  'Long work on comments, ended after every few writes': 'test/articles/comments/long-subtrees.test.ts',
  'The words of a search, beside every character of Unicode': 'test/search/folding.test.ts',
  'All drawings, checked twice': 'test/articles/checks/svg/drawings.test.ts',
  'Pictures of all drawings, before and after the check': 'test/articles/checks/svg/pictures.browser.test.ts',
}

const LONGEST_REPORT = 2 ** 26

/** The databases of the soak are there already, and each test finds them by the environment. A failure is printed. */
function passes(file: string): boolean {
  const { status, stdout } = spawnSync(process.execPath, ['--test', file], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, BOARD_SOAK: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: LONGEST_REPORT,
  })
  if (status !== 0) console.error(stdout)
  return status === 0
}

export const repetition = async (): Promise<Row[]> =>
  Object.entries(files).map(([tried, file]) => {
    const ok = passes(file)
    return { tried, times: 'once', happened: ok ? 'as promised' : 'a test failed', ok }
  })
