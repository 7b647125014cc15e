import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { afterVote, isMature, type Ledger, threatensSuspension, weightOf } from '../../src/karma/rules.ts'
import { reasonAgainstVote, votingStatusFrom } from '../../src/votes/rules.ts'

const DAY = 86_400

describe('the weight of a vote', () => {
  // 1 + min(4, ⌊log2(1 + D/7)⌋, ⌊log2(1 + max(R,0)/25)⌋); 1 where karma ≤ 0
  for (const [karma, reputation, ageDays, weight] of [
    [0, 1_000, 1_000, 1],
    [-1, 1_000, 1_000, 1],
    [1, 0, 1_000, 1],
    [1, -50, 1_000, 1],
    [1, 1_000, 0, 1],
    [1, 25, 6, 1],
    [1, 24, 7, 1],
    [1, 25, 7, 2],
    [1, 74, 21, 2],
    [1, 75, 20, 2],
    [1, 75, 21, 3],
    [1, 175, 49, 4],
    [1, 374, 105, 4],
    [1, 375, 104, 4],
    [1, 375, 105, 5],
    [1, 100_000, 100_000, 5],
  ] as const) {
    it(`is ${weight} with karma ${karma}, reputation ${reputation} and ${ageDays} days`, () => {
      assert.equal(weightOf({ karma, reputation, ageDays }), weight)
    })
  }
})

describe('suspension of voting', () => {
  for (const [karma, negativePeers, suspended] of [
    [-20, 3, true],
    [-21, 4, true],
    [-19, 3, false],
    [-20, 2, false],
    [-1_000, 0, false],
    [5, 10, false],
  ] as const) {
    it(`${suspended ? 'begins' : 'does not begin'} at karma ${karma} with ${negativePeers} peers against`, () => {
      assert.equal(threatensSuspension({ karma, negativePeers }), suspended)
      const facts = {
        karma,
        used: null,
        created_at: 0,
        recovery_balance: 0,
        restricted_at: null,
      }
      const statusSince = (voting_suspended_at: number | null) =>
        votingStatusFrom({ ...facts, voting_suspended_at }, { negativePeers, reputation: 0, mayWrite: true }, DAY)
      assert.deepEqual(pick(statusSince(null)), [suspended, suspended])
      assert.deepEqual(pick(statusSince(5)), [true, false]) // once committed it stays
    })
  }
  const pick = ({ suspended, startsNow }: { suspended: boolean; startsNow: boolean }) => [suspended, startsNow]
})

describe('recovery (one test for each transition of rules 9.11 to 9.13)', () => {
  const suspended = (karma: number, recovery_balance: number): Ledger => ({
    karma,
    recovery_balance,
    voting_suspended_at: 100,
  })
  const active: Ledger = { karma: -30, recovery_balance: 0, voting_suspended_at: null }
  for (const [name, ledger, vote, expected] of [
    ['an active account keeps no ledger', active, { points: 5, fromMature: true }, active],
    ['an immature peer moves nothing', suspended(-5, 14), { points: 5, fromMature: false }, suspended(-5, 14)],
    ['a mature peer adds its points', suspended(-10, 3), { points: 4, fromMature: true }, suspended(-10, 7)],
    ['a mature peer against subtracts', suspended(-10, 3), { points: -5, fromMature: true }, suspended(-10, -2)],
    [
      'fifteen points are not enough at karma -6',
      suspended(-6, 14),
      { points: 1, fromMature: true },
      suspended(-6, 15),
    ],
    [
      'karma -5 is not enough at fourteen points',
      suspended(-5, 13),
      { points: 1, fromMature: true },
      suspended(-5, 14),
    ],
    [
      'both together end it',
      suspended(-5, 14),
      { points: 1, fromMature: true },
      { karma: -5, recovery_balance: 0, voting_suspended_at: null },
    ],
    [
      'a vote against can end it too, when both hold',
      suspended(0, 17),
      { points: -1, fromMature: true },
      { karma: 0, recovery_balance: 0, voting_suspended_at: null },
    ],
  ] as const) {
    it(name, () => assert.deepEqual(afterVote(ledger, vote), expected))
  }

  it('counts peers that are mature to the second', () => {
    assert.deepEqual([isMature(0, 7 * DAY - 1), isMature(0, 7 * DAY)], [false, true])
  })
})

describe('why a vote is not possible', () => {
  const free = votingStatusFrom(
    {
      karma: 0,
      used: 0,
      created_at: 0,
      recovery_balance: 0,
      voting_suspended_at: null,
      restricted_at: null,
    },
    { negativePeers: 0, reputation: 0, mayWrite: true },
    DAY,
  )
  const target = { exists: true, isOwn: false, voted: false }
  for (const [reason, what, status, perDay] of [
    [null, target, free, 20],
    ['scope_required', { ...target, exists: false, voted: true }, { ...free, mayWrite: false }, 20],
    ['target_unavailable', { ...target, exists: false, isOwn: true }, free, 20],
    ['self_vote', { ...target, isOwn: true, voted: true }, free, 20],
    ['already_voted', { ...target, voted: true }, { ...free, restricted: true, suspended: true }, 20],
    ['restricted', target, { ...free, restricted: true, suspended: true }, 20],
    ['suspended', target, { ...free, suspended: true, used: 20 }, 20],
    ['daily_limit', target, { ...free, used: 20 }, 20],
    [null, target, { ...free, used: 20 }, 0],
  ] as const) {
    it(`is ${reason}, in the order in which a vote is refused`, () =>
      assert.equal(reasonAgainstVote(what, status, perDay), reason))
  }
})
