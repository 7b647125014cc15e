/** The publication policy as pure decisions: one row a transition. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type AccountState,
  countQualifying,
  graceEnd,
  type Ineligibility,
  nextLook,
  type PeerFacts,
  policyAt,
  type Recommendation,
  reasonsAgainst,
  type Trust,
  type TrustFacts,
  trustAt,
} from '../../../src/articles/policy/rules.ts'

const HOUR = 3_600
const DAY = 24 * HOUR
const START = 1_000_000_000
const END = START + 7 * DAY
const NOW = END + 30 * DAY
const OLD = NOW - 20 * DAY

const free: AccountState = { revoked: false, restricted: false, suspended: false }
const vote = (value: 1 | -1, cast_at = OLD) => ({ value, cast_at })

/** A peer of long standing whose settled votes on named messages come to `namedBalance`. */
const peer = (fields: Partial<PeerFacts> = {}): PeerFacts => ({
  created_at: OLD,
  namedBalance: 0,
  youngNamedVotes: [],
  articleVotes: [],
  ...fields,
})
const trusted = (fields: Partial<TrustFacts> = {}): TrustFacts => ({
  created_at: OLD,
  karma: 5,
  peers: [peer({ namedBalance: 2 }), peer({ namedBalance: 2 }), peer({ namedBalance: 1 })],
  ...fields,
})
const recommendation = (fields: Partial<Recommendation> = {}): Recommendation => ({
  cast_at: OLD,
  state: free,
  trust: trusted(),
  ...fields,
})
const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))

describe('the policy in force', () => {
  const rows: [string, number, 'grace' | 'standard', number][] = [
    ['the second before the grace period', START - 1, 'standard', 11],
    ['its first second', START, 'grace', 2],
    ['its last second', END - 1, 'grace', 2],
    ['the second at which it ends', END, 'standard', 11],
  ]
  for (const [when, at, mode, threshold] of rows)
    it(`is ${mode} with ${threshold} recommendations at ${when}`, () => {
      assert.deepEqual(policyAt(START, at), { mode, threshold })
      assert.equal(graceEnd(START), END)
    })
})

describe('trust', () => {
  const rows: [string, TrustFacts, Pick<Trust, 'r' | 'p'>][] = [
    ['nobody has voted', trusted({ peers: [] }), { r: 0, p: 0 }],
    ['three peers voted for', trusted(), { r: 5, p: 3 }],
    ['a peer gave 5', trusted({ peers: [peer({ namedBalance: 5 })] }), { r: 5, p: 1 }],
    ['a peer gave more than 5: clipped', trusted({ peers: [peer({ namedBalance: 6 })] }), { r: 5, p: 1 }],
    ['a peer took more than 5: clipped', trusted({ peers: [peer({ namedBalance: -9 })] }), { r: -5, p: 0 }],
    ['a peer is balanced: it is no positive peer', trusted({ peers: [peer()] }), { r: 0, p: 0 }],
    ['a peer is 24 hours old', trusted({ peers: [peer({ created_at: NOW - DAY, namedBalance: 1 })] }), { r: 1, p: 1 }],
    [
      'a peer is a second short of 24 hours',
      trusted({ peers: [peer({ created_at: NOW - DAY + 1, namedBalance: 1 })] }),
      { r: 0, p: 0 },
    ],
    [
      'a named vote is 12 hours old',
      trusted({ peers: [peer({ namedBalance: 1, youngNamedVotes: [vote(1, NOW - 12 * HOUR)] })] }),
      { r: 1, p: 1 },
    ],
    [
      'a named vote is a second short of 12 hours',
      trusted({ peers: [peer({ namedBalance: 1, youngNamedVotes: [vote(1, NOW - 12 * HOUR + 1)] })] }),
      { r: 0, p: 0 },
    ],
    [
      'a young vote against does not count yet',
      trusted({ peers: [peer({ namedBalance: 1, youngNamedVotes: [vote(-1, NOW - HOUR)] })] }),
      { r: 2, p: 1 },
    ],
    [
      'votes on two articles add up',
      trusted({ peers: [peer({ articleVotes: [[vote(1)], [vote(1)]] })] }),
      { r: 2, p: 1 },
    ],
    [
      'of two votes on one article the latest counts',
      trusted({ peers: [peer({ articleVotes: [[vote(1, OLD), vote(-1, OLD + 1)]] })] }),
      { r: -1, p: 0 },
    ],
    [
      'the latest has not settled, so the one before counts',
      trusted({ peers: [peer({ articleVotes: [[vote(1), vote(-1, NOW - 12 * HOUR + 1)]] })] }),
      { r: 1, p: 1 },
    ],
    [
      'named and article votes of a peer are clipped together',
      trusted({ peers: [peer({ namedBalance: 4, articleVotes: [[vote(1)], [vote(1)]] })] }),
      { r: 5, p: 1 },
    ],
    [
      'peers against are subtracted',
      trusted({ peers: [peer({ namedBalance: 5 }), peer({ namedBalance: -2 })] }),
      { r: 3, p: 1 },
    ],
  ]
  for (const [what, facts, expected] of rows)
    it(`is R ${expected.r} and P ${expected.p} when ${what}`, () => {
      const { r, p } = trustAt(facts, NOW)
      assert.deepEqual({ r, p }, expected)
    })

  it('counts age from registration and shows karma as it is', () => {
    const { age_seconds, k } = trustAt(trusted({ created_at: NOW - 5, karma: -3 }), NOW)
    assert.deepEqual([age_seconds, k], [5, -3])
  })
})

describe('a recommendation', () => {
  const enough: Trust = { age_seconds: DAY, k: 5, r: 5, p: 3 }
  const rows: [string, AccountState, Trust | null, Ineligibility[]][] = [
    ['everything is just enough', free, enough, []],
    ['the account is a second too young', free, { ...enough, age_seconds: DAY - 1 }, ['age']],
    ['karma is 4', free, { ...enough, k: 4 }, ['karma']],
    ['R is 4', free, { ...enough, r: 4 }, ['reputation']],
    ['P is 2', free, { ...enough, p: 2 }, ['positive_peers']],
    ['voting is suspended', { ...free, suspended: true }, enough, ['suspended']],
    ['the account is restricted', { ...free, restricted: true }, enough, ['restricted']],
    ['the account is revoked', { ...free, revoked: true }, enough, ['revoked']],
    ['it is the grace period, with no trust at all', free, null, []],
    ['it is the grace period and voting is suspended', { ...free, suspended: true }, null, ['suspended']],
    [
      'everything is missing',
      { revoked: true, restricted: true, suspended: true },
      { age_seconds: 0, k: 0, r: 0, p: 0 },
      ['age', 'karma', 'reputation', 'positive_peers', 'suspended', 'restricted', 'revoked'],
    ],
  ]
  for (const [when, state, trust, reasons] of rows)
    it(`${reasons.length === 0 ? 'counts' : `does not count (${reasons})`} when ${when}`, () => {
      assert.deepEqual(reasonsAgainst(state, trust), reasons)
    })
})

describe('counting recommendations', () => {
  const grace = policyAt(START, START)
  const standard = policyAt(START, NOW)
  const unknown = trusted({ created_at: NOW, karma: 0, peers: [] })
  const rows: [string, Recommendation[], 'grace' | 'standard', number][] = [
    ['two by new accounts in the grace period', times(2, () => recommendation({ trust: unknown })), 'grace', 2],
    ['two by new accounts in standard mode', times(2, () => recommendation({ trust: unknown })), 'standard', 0],
    ['eleven trusted ones', times(11, () => recommendation()), 'standard', 11],
    ['one cast this second, in the grace period', [recommendation({ cast_at: NOW })], 'grace', 1],
    ['one that is 12 hours old', [recommendation({ cast_at: NOW - 12 * HOUR })], 'standard', 1],
    ['one that is a second short of 12 hours', [recommendation({ cast_at: NOW - 12 * HOUR + 1 })], 'standard', 0],
    ['one by a suspended account', [recommendation({ state: { ...free, suspended: true } })], 'grace', 0],
    ['one by a restricted account', [recommendation({ state: { ...free, restricted: true } })], 'grace', 0],
    ['one by a revoked account', [recommendation({ state: { ...free, revoked: true } })], 'standard', 0],
    ['one whose account lost its karma', [recommendation({ trust: trusted({ karma: 4 }) })], 'standard', 0],
  ]
  for (const [what, recommendations, mode, expected] of rows)
    it(`finds ${expected} in ${what}, in ${mode} mode`, () => {
      assert.equal(countQualifying(recommendations, mode === 'grace' ? grace : standard, NOW), expected)
    })
})

describe('the next moment to look at a candidate', () => {
  const eleven = (...first: Recommendation[]) => [...first, ...times(11 - first.length, () => recommendation())]
  const rows: [string, Recommendation[], number, number | null][] = [
    [
      'ten recommendations can never suffice by time alone',
      times(10, () => recommendation({ cast_at: NOW })),
      NOW,
      null,
    ],
    ['eleven in the grace period: its end', eleven(), START, END],
    ['everything has settled', eleven(), NOW, null],
    ['a recommendation settles', eleven(recommendation({ cast_at: NOW })), NOW, NOW + 12 * HOUR],
    ['at that moment nothing is left', eleven(recommendation({ cast_at: NOW })), NOW + 12 * HOUR, null],
    [
      'the recommender comes of age',
      eleven(recommendation({ trust: trusted({ created_at: NOW - DAY + 7 }) })),
      NOW,
      NOW + 7,
    ],
    [
      'a peer of a recommender comes of age',
      eleven(recommendation({ trust: trusted({ peers: [peer({ created_at: NOW - DAY + 9 })] }) })),
      NOW,
      NOW + 9,
    ],
    [
      'a named vote for a recommender settles',
      eleven(recommendation({ trust: trusted({ peers: [peer({ youngNamedVotes: [vote(1, NOW)] })] }) })),
      NOW,
      NOW + 12 * HOUR,
    ],
    [
      'an article vote for a recommender settles',
      eleven(recommendation({ trust: trusted({ peers: [peer({ articleVotes: [[vote(1, NOW - 5)]] })] }) })),
      NOW,
      NOW + 12 * HOUR - 5,
    ],
    [
      'the earliest of several',
      eleven(recommendation({ cast_at: NOW }), recommendation({ cast_at: NOW - 60 })),
      NOW,
      NOW + 12 * HOUR - 60,
    ],
  ]
  for (const [what, recommendations, at, expected] of rows)
    it(`is right when ${what}`, () => {
      assert.equal(nextLook(recommendations, START, at), expected)
    })
})
