/** The states of a revision: one row a transition. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type CheckOutcome,
  expiresAt,
  type ItemKind,
  isReadable,
  type LiveRevision,
  lifted,
  type OpenStatus,
  outcomeOf,
  type RevisionStatus,
  restricted,
  revisionStatuses,
  statusAfterChecks,
  supersededBy,
  type Visibility,
  websiteStatus,
  withdrawn,
} from '../../src/articles/rules.ts'

const DAY = 86_400
const NOW = 1_800_000_000
const SINCE = NOW - 100

const live = (id: string, status: RevisionStatus, former_status: OpenStatus | null = null): LiveRevision => ({
  id,
  status,
  former_status,
  status_since: SINCE,
})
const shortly = (changes: readonly LiveRevision[]) =>
  changes.map(({ id, status, former_status, status_since }) => [id, status, former_status, status_since - NOW])

describe('a revision after its checks', () => {
  const rows: [ItemKind, CheckOutcome[], RevisionStatus][] = [
    ['post', ['passed', 'passed'], 'awaiting_votes'],
    ['post', ['passed', 'uncertain'], 'auto_review'],
    ['post', ['uncertain', 'failed'], 'rejected'],
    ['post', ['failed', 'passed'], 'rejected'],
    ['comment', ['passed'], 'published'],
    ['comment', ['uncertain'], 'auto_review'],
    ['comment', ['failed', 'uncertain'], 'rejected'],
  ]
  for (const [kind, checks, status] of rows)
    it(`is ${status}: ${kind}, ${checks.join(' and ')}`, () => {
      const outcome = outcomeOf(checks.map((check) => ({ status: check })))
      assert.equal(statusAfterChecks(kind, outcome), status)
    })
})

describe('older revisions of an item', () => {
  const rows: [entered: RevisionStatus, older: RevisionStatus, superseded: boolean][] = [
    ['awaiting_votes', 'awaiting_votes', true],
    ['awaiting_votes', 'auto_review', true],
    ['awaiting_votes', 'published', false],
    ['auto_review', 'awaiting_votes', true],
    ['auto_review', 'auto_review', true],
    ['auto_review', 'published', false],
    ['published', 'published', true],
    ['published', 'awaiting_votes', false],
    ['published', 'auto_review', false],
    ['rejected', 'awaiting_votes', false],
    ['rejected', 'auto_review', false],
    ['rejected', 'published', false],
    ['expired', 'awaiting_votes', false],
  ]
  for (const [entered, older, superseded] of rows)
    it(`in ${older} ${superseded ? 'give way to' : 'stay beside'} one that enters ${entered}`, () => {
      const changes = supersededBy({ id: 'new', status: entered }, [live('new', entered), live('old', older)], NOW)
      assert.deepEqual(shortly(changes), superseded ? [['old', 'superseded', null, 0]] : [])
    })
})

describe('what author and operator do to the whole item', () => {
  const open: OpenStatus[] = ['awaiting_votes', 'auto_review', 'published']

  for (const status of open) {
    it(`withdraws what is ${status} at once`, () =>
      assert.deepEqual(shortly(withdrawn([live('r', status)], NOW)), [['r', 'withdrawn', null, 0]]))
    it(`restricts what is ${status}, and a lift restores it with the time of its entry`, () => {
      const changes = restricted([live('r', status)])
      assert.deepEqual(shortly(changes), [['r', 'restricted', status, -100]])
      assert.deepEqual(shortly(lifted(changes, NOW)), [['r', status, null, -100]])
    })
    it(`withdraws for good what was ${status} before its restriction`, () => {
      const changes = withdrawn(restricted([live('r', status)]), NOW)
      assert.deepEqual(shortly(changes), [['r', 'withdrawn', null, 0]])
      assert.deepEqual(lifted(changes, NOW), [])
    })
  }
  it('changes nothing when it restricts a second time', () =>
    assert.deepEqual(restricted([live('r', 'restricted', 'published')]), []))
})

describe('time', () => {
  for (const status of revisionStatuses) {
    const days = { awaiting_votes: 30, auto_review: 7 }[status as string]
    it(days ? `ends ${status} after ${days} days` : `does not end ${status}`, () =>
      assert.equal(expiresAt(status, SINCE), days ? SINCE + days * DAY : null),
    )
  }
})

describe('readers', () => {
  it('who are not the author read awaiting_votes and published', () =>
    assert.deepEqual(revisionStatuses.filter(isReadable), ['awaiting_votes', 'published']))

  const article: Visibility = {
    kind: 'post',
    withdrawn_at: null,
    restricted_at: null,
    public_revision_id: 'r',
    readable: 1,
    article_is_public: 1,
  }
  const rows: [Partial<Visibility>, string][] = [
    [{}, 'listed'],
    [{ public_revision_id: null }, 'not_listed'],
    [{ withdrawn_at: 1 }, 'withdrawn'],
    [{ restricted_at: 1 }, 'restricted'],
    [{ withdrawn_at: 1, restricted_at: 1 }, 'restricted'],
    [{ kind: 'comment' }, 'listed'],
    [{ kind: 'comment', article_is_public: 0 }, 'hidden_by_ancestor'],
    [{ kind: 'comment', readable: 0 }, 'hidden_by_ancestor'],
    [{ kind: 'comment', public_revision_id: null }, 'not_listed'],
  ]
  for (const [facts, status] of rows)
    it(`of the web site find ${JSON.stringify(facts)} ${status}`, () =>
      assert.equal(websiteStatus({ ...article, ...facts }), status))
})
