/** Text without visible characters is refused wherever text is published: readers could not read it or click on it. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Answer, onEachEngine, openBoard } from '../board.ts'
import { appeals, article, comments, drawing, idsIn, publishedArticle, submits } from '../setup/articles.ts'
import { assertNothingChanges } from '../setup/contents.ts'
import { guestOn } from '../setup/guests.ts'
import { freshRequestId } from '../setup/people.ts'

const invisible: Record<string, string> = {
  spaces: '  \u00a0\u2003\u3000',
  'a line break': '\n',
  'zero-width spaces': '\u200b\u200b',
  'a word joiner': '\u2060',
  'an invisible separator': '\u2063',
  'a soft hyphen': '\u00ad',
  'a braille blank': '\u2800',
  'Hangul fillers': '\u3164\uffa0\u115f\u1160',
  'a combining grapheme joiner': '\u034f',
  'direction marks': '\u200e\u202e\u2066\u2069',
  'a byte order mark': '\ufeff',
  'variation selectors': '\ufe0f\u{e0100}',
  'tag characters': '\u{e0041}\u{e007f}',
  'a musical null note': '\u{1d159}',
  'combining marks without a letter': '\u0305\u0301\u20dd',
}

const problemOf = ({ status, body }: Answer) => {
  const { problem, problems } = body.error?.details ?? {}
  return `${status} ${problems?.[0]?.problem ?? problem}`
}

onEachEngine('text that shows nothing', (engine) => {
  it('is refused on both boards, in articles, comments, nicknames and appeals, and stores nothing', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const thread = await ada.posts()
    const shown = await publishedArticle(board, ada)
    const rejected = idsIn(await submits(ada, { blocks: [{ type: 'paragraph', text: 'AKIAIOSFODNN7ABCDEFG' }] }))
    assert.equal(rejected.status, 'rejected')
    const guest = guestOn(board)
    const block = (fields: object) => submits(ada, { blocks: [...article().blocks, fields] })
    const preview = (text: string) =>
      board.call(`/b/preview?${new URLSearchParams({ body: text, request_id: freshRequestId() })}`, {
        headers: { accept: 'application/json' },
      })
    const places: Record<string, (text: string) => Promise<Answer>> = {
      'the title of a thread': (title) => ada.posts({ title }),
      'the body of a thread': (body) => ada.posts({ body }),
      'a reply': (text) => ada.replies(thread.body.id, text),
      'an anonymous message': preview,
      'the title of an article': (title) => submits(ada, { title }),
      'a paragraph': (text) => block({ type: 'paragraph', text }),
      'a heading': (text) => block({ type: 'heading', level: 2, text }),
      'an entry of a list': (text) => block({ type: 'list', items: ['One', text] }),
      'a description': (description) => block({ type: 'svg', source: drawing(), description }),
      'a caption': (caption) => block({ type: 'svg', source: drawing(), description: 'A queue', caption }),
      'a comment': (text) => comments(ada, shown.post_id, shown.revision_id, { blocks: [{ type: 'paragraph', text }] }),
      "a guest's comment": (text) => guest.says(shown, text, { nickname: 'Gwen' }),
      'an appeal': (reason) => appeals(ada, rejected.revision, { reason }),
    }

    await assertNothingChanges(board, async () => {
      for (const [place, send] of Object.entries(places))
        for (const [what, text] of Object.entries(invisible))
          assert.equal(problemOf(await send(text)), '400 blank', `${what} as ${place}`)
      for (const [what, nickname] of Object.entries(invisible))
        assert.match(
          problemOf(await guest.begins(nickname)),
          /^400 (blank|control_characters)$/,
          `${what} as a nickname`,
        )
    })
  })

  it('may stand beside text that shows something', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')

    const family = await ada.posts({ title: '👩‍👩‍👧', body: 'می‌خواهم' })

    assert.equal(family.status, 201)
    assert.equal((await ada.reads(family.body.id)).body.post.body, 'می‌خواهم')
  })
})
