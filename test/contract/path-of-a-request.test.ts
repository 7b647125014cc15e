/** How many files a reader opens to follow one request. */
import assert from 'node:assert/strict'
import { Session } from 'node:inspector/promises'
import { describe, it } from 'node:test'
import { openBoard } from '../board.ts'
import { listen } from '../setup/listening.ts'
import { personWith } from '../setup/people.ts'
import { connect } from '../setup/processes.ts'

const sources = new URL('../../src/', import.meta.url).href

/** The files of which some function ran meanwhile. */
async function filesRunBy(work: () => Promise<{ status: number }>): Promise<string[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  try {
    await work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const ran = result.filter(
      ({ url, functions }) => url.startsWith(sources) && functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0),
    )
    return ran.map(({ url }) => url.slice(sources.length)).sort()
  } finally {
    session.disconnect()
  }
}

/** What is loaded and remembered at the first time is there at the second. */
async function filesOf(act: () => Promise<{ status: number }>, status: number): Promise<string[]> {
  assert.equal((await act()).status, status)
  return filesRunBy(act)
}

describe('the path of one request', () => {
  it('leads a poll through at most 48 files, and a publication through at most 50', async () => {
    await using board = await openBoard('sqlite', { observe: () => {} })
    const { call, close } = connect((await listen(board)).url)
    const ada = personWith(call, await board.account('ada'))

    const polled = await filesOf(() => ada.get('/v1/activity?after=9'), 200)
    const published = await filesOf(() => ada.posts(), 201)
    close()

    assert.ok(polled.length <= 48, `a poll runs through ${polled.length} files: ${polled.join(' ')}`)
    assert.ok(published.length <= 50, `a publication runs through ${published.length} files: ${published.join(' ')}`)
  })
})
