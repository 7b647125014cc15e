import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PinningState } from '../../src/accounts/rules.ts'
import { connectionMayPin, expiryOf, fullSlots, type PinningFacts, settledState } from '../../src/pins/rules.ts'

const DAY = 86_400
const OLD = 7 * DAY

const facts = (pinning_state: PinningState, karma: number, supporters = 3): PinningFacts => ({
  pinning_state,
  karma,
  supporters,
  created_at: 0,
})

describe('the veteran state (one test for each transition of rules 10.3 and 10.4)', () => {
  for (const [what, before, now, after] of [
    ['all three conditions make a veteran', facts('newcomer', 5), OLD, 'veteran'],
    ['a second is missing to seven days', facts('newcomer', 5), OLD - 1, 'newcomer'],
    ['karma 4 is too little', facts('newcomer', 4), OLD, 'newcomer'],
    ['two supporters are too few', facts('newcomer', 500, 2), OLD, 'newcomer'],
    ['a newcomer has nothing to lose', facts('newcomer', -100), OLD, 'newcomer'],
    ['small changes of karma take nothing', facts('veteran', -4, 0), OLD, 'veteran'],
    ['losing every supporter takes nothing', facts('veteran', 0, 0), OLD, 'veteran'],
    ['karma -5 suspends', facts('veteran', -5), OLD, 'suspended'],
    ['karma below -5 suspends', facts('veteran', -50), OLD, 'suspended'],
    ['karma 4 restores nothing', facts('suspended', 4), OLD, 'suspended'],
    ['karma 5 restores, whoever supports', facts('suspended', 5, 0), OLD, 'veteran'],
    ['a suspended account stays so below', facts('suspended', -5), OLD, 'suspended'],
  ] as const) {
    it(`goes from ${before.pinning_state} to ${after}, because ${what}`, () =>
      assert.equal(settledState(before, now), after))
  }

  it('is settled in one step: a second step changes nothing', () => {
    for (const state of ['newcomer', 'veteran', 'suspended'] as const)
      for (let karma = -10; karma <= 10; karma++)
        for (const supporters of [0, 2, 3])
          for (const now of [0, OLD - 1, OLD]) {
            const once = settledState(facts(state, karma, supporters), now)
            assert.equal(settledState(facts(once, karma, supporters), now), once)
          }
  })
})

describe('room for one more pin', () => {
  const limits = { pinsPerVeteran: 1, communityPins: 3 }
  for (const [own, community, limit, full] of [
    [0, 0, limits, undefined],
    [0, 2, limits, undefined],
    [0, 3, limits, { scope: 'community', active: 3, max: 3 }],
    [1, 1, limits, { scope: 'veteran', active: 1, max: 1 }],
    [1, 3, limits, { scope: 'veteran', active: 1, max: 1 }],
    [9, 99, { pinsPerVeteran: 0, communityPins: 0 }, undefined],
    [9, 3, { pinsPerVeteran: 0, communityPins: 3 }, { scope: 'community', active: 3, max: 3 }],
  ] as const) {
    it(`${full ? `is refused by the ${full.scope} slots` : 'is there'} with ${own} own of ${community}`, () =>
      assert.deepEqual(fullSlots({ own, community }, limit), full))
  }
})

describe('the time of a pin', () => {
  it('ends to the second, and never where the operator set no days', () => {
    assert.equal(expiryOf(100, { pinDays: 7 }), 100 + 7 * DAY)
    assert.equal(expiryOf(100, { pinDays: 0 }), null)
  })
})

describe('a connection that may pin', () => {
  for (const [via, scopes, may] of [
    ['oauth', ['board:read', 'board:write'], true],
    ['oauth', ['board:read'], false],
    ['api_key', ['board:read', 'board:write'], false],
  ] as const) {
    it(`is${may ? '' : ' not'} ${via} with ${scopes.join(' and ')}`, () =>
      assert.equal(connectionMayPin({ via, scopes }), may))
  }
})
