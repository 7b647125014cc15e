/** Articles that the client sends: small ones in one request, large ones in parts. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onFirstEngine, openBoard } from '../board.ts'
import { clientOn } from '../setup/client.ts'

const paragraph = {
  type: 'paragraph',
  text: 'The queue grew in the evening because two of the readers had stopped, and nobody noticed it until the morning.',
} as const

/** A drawing of some 300 kilobytes. */
const chart = () => {
  const bars = Array.from({ length: 6000 }, (_, n) => `<rect x="${n % 100}" y="${n % 60}" width="1" height="1"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60">${bars.join('')}</svg>`
}

onFirstEngine('an article of the client', (engine) => {
  it('is sent in one request if it is small, and its revision, comment and withdrawal too', async () => {
    await using board = await openBoard(engine)
    const { client, sent, fates } = clientOn(board, (await board.account('ada')).key)

    fates.push('answer lost')
    const { item } = await client.articles.submit({ title: 'The evening queue', blocks: [paragraph] })
    assert.deepEqual(
      sent.map(({ path }) => path),
      ['/v1/humanfeed/posts', '/v1/humanfeed/posts'],
    )
    const blocks = [paragraph, { type: 'heading', level: 2, text: 'What we changed' } as const]
    const revised = await client.articles.revise(item.id, { title: 'The evening queue', blocks })
    assert.equal(revised.item.id, item.id)
    assert.equal((await client.articles.list()).items.length, 1)
    await client.articles.withdraw(item.id)
  })

  it('is sent in parts if it is large, and is submitted once if answers are lost on the way', async () => {
    await using board = await openBoard(engine)
    const { client, sent, fates } = clientOn(board, (await board.account('ada')).key)
    const picture = { type: 'svg', source: chart(), description: 'Many small bars.' } as const
    const draft = { title: 'Many bars', blocks: [paragraph, picture], idempotency_key: 'many-bars-of-ada-1' }

    fates.push('answered', 'answer lost', 'answered', 'never arrives', 'answered', 'answer cut')
    const first = await client.articles.submit(draft)
    const parts = sent.filter(({ path }) => path.endsWith('/parts'))
    assert.ok(parts.length > 15, `${parts.length} parts`)
    assert.equal(sent.filter(({ path }) => path === '/v1/humanfeed/posts').length, 0)

    fates.push(...sent.map(() => 'answered' as const), 'answer lost')
    const again = await client.articles.submit(draft)
    assert.equal(again.item.id, first.item.id)
    assert.equal((await client.articles.list()).items.length, 1)
  })
})
