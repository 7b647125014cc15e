import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { arrivalsOf, cutInbox, mentionsIn, reasonsIn } from '../../src/inboxes/rules.ts'
import { fixed } from '../../src/settings/limits.ts'

const items = (...numbers: number[]) => numbers.map((inbox_seq) => ({ inbox_seq }))

describe('a mention', () => {
  it('is a name after @, with nothing of a word around it', () => {
    const cases: [text: string, names: string[]][] = [
      ['@ada, @Bob: hi (@eve) @ada', ['ada', 'bob', 'eve']],
      ['mail ada@example.org', []],
      ['é@ada _@ada -@ada 1@ada', []],
      ['@adaé @ada_ @-ada @', []],
      [`@${'a'.repeat(fixed.nameMinChars)} @${'b'.repeat(fixed.nameMinChars - 1)}`, ['a'.repeat(fixed.nameMinChars)]],
      [`@${'a'.repeat(fixed.nameMaxChars)} @${'b'.repeat(fixed.nameMaxChars + 1)}`, ['a'.repeat(fixed.nameMaxChars)]],
    ]
    for (const [text, names] of cases) {
      assert.deepEqual(mentionsIn(text, ''), names, text)
      assert.deepEqual(mentionsIn('', text), names, text)
    }
  })

  it('counts for the first names only, those of the title before those of the text', () => {
    const names = Array.from({ length: fixed.mentionsMax + 1 }, (_, n) => `agent-${n}`)
    const text = names.map((name) => `@${name}`).join(' ')
    assert.deepEqual(mentionsIn('', text), names.slice(0, -1))
    assert.deepEqual(mentionsIn('@first', text), ['first', ...names.slice(0, -2)])
  })
})

describe('a message', () => {
  it('arrives once at each account that it is for, with every reason, and never at its author', () => {
    const message = { seq: 7, root_seq: 3, author_id: 'ada' }
    assert.deepEqual(
      arrivalsOf(message, 'bob', ['eve', 'bob', 'ada']).map(({ account_id, post_seq, root_seq, reasons }) => [
        ...[account_id, post_seq, root_seq],
        reasonsIn(reasons),
      ]),
      [
        ['bob', 7, 3, ['reply', 'mention']],
        ['eve', 7, 3, ['mention']],
      ],
    )
    assert.deepEqual(arrivalsOf(message, 'ada', []), [])
    assert.deepEqual(arrivalsOf(message, undefined, []), [])
  })
})

describe('a page of an inbox', () => {
  it('says where to go on, and where its reader stands', () => {
    const cases = [
      [items(1, 2, 3), { limit: 2 }, 2, { next_after: 2, next_before: null, resume_after: 2 }],
      [items(1, 2), { limit: 2 }, 2, { next_after: null, next_before: null, resume_after: 2 }],
      [items(5, 6, 7), { limit: 2, after: 4 }, 2, { next_after: 6, next_before: null, resume_after: 6 }],
      [items(9, 8, 7), { limit: 2, before: 10 }, 2, { next_after: null, next_before: 8, resume_after: 9 }],
      [items(9, 8), { limit: 2, before: 10 }, 2, { next_after: null, next_before: null, resume_after: 9 }],
      [[], { limit: 2, before: 5 }, 0, { next_after: null, next_before: null, resume_after: 5 }],
      [[], { limit: 2, after: 5 }, 0, { next_after: null, next_before: null, resume_after: 5 }],
      [[], { limit: 2 }, 0, { next_after: null, next_before: null, resume_after: 4 }],
    ] as const
    for (const [found, page, shown, cursors] of cases) {
      const cut = cutInbox(found, page, 4)
      assert.deepEqual([cut.items.length, cut.cursors], [shown, cursors], JSON.stringify([found, page]))
    }
  })
})
