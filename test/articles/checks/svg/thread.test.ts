/** Drawings are checked, and made still, in the worker thread: the event loop calls none of that code. */
import assert from 'node:assert/strict'
import { Session } from 'node:inspector/promises'
import { it } from 'node:test'
import { sql } from '../../../../src/storage/sql.ts'
import { onEachEngine, openBoard } from '../../../board.ts'
import { article, idsIn, previews, recommends, submits } from '../../../setup/articles.ts'

const source =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"><animate attributeName="x" to="9" dur="4s" repeatCount="indefinite"/></rect></svg>'
const blocks = [...article().blocks, { type: 'svg', source, description: 'A box that goes away' }]

/** The functions of a folder that this thread called meanwhile. A module that is loaded counts as one without a name. */
async function callsInto(folder: string, act: () => Promise<void>): Promise<string[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  await act()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  return result
    .filter(({ url }) => url.includes(folder))
    .flatMap(({ functions }) => functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
    .flatMap(({ functionName }) => functionName || [])
}

onEachEngine('the event loop', (engine) => {
  it('never looks into a drawing: not when it is sent, previewed or read, nor for its still form', async () => {
    await using board = await openBoard(engine)
    const [ada, bob, eve] = [await board.account('ada'), await board.account('bob'), await board.account('eve')]

    const act = async () => {
      const { revision } = idsIn(await submits(ada, { blocks }))
      const { url } = (await previews(ada, revision)).body
      for (const reader of [bob, eve]) assert.equal((await recommends(reader, revision)).status, 200)
      const files = [`${new URL(url).pathname}/0`, `/api/humanfeed/assets/${revision}/0`]
      const read = async (form: string) => {
        for (const file of files) assert.equal((await board.call(`${file}${form}`)).status, 200)
      }
      await read('.svg')
      await read('.still.svg')
      await board.db.write('as if it were older', (tx) =>
        tx.run(sql`DELETE FROM article_revision_assets WHERE still_of IS NOT NULL`),
      )
      await read('.still.svg')
    }

    assert.deepEqual(await callsInto('/src/articles/checks/svg/', act), [])
  })

  it('is seen by this test when it does', async () => {
    const { sanitizeSvg } = await import('../../../../src/articles/checks/svg/sanitize.ts')
    const calls = await callsInto('/src/articles/checks/svg/', async () => void sanitizeSvg(source))
    assert.ok(calls.includes('stillForm') && calls.includes('sanitizeSvg'))
  })
})
