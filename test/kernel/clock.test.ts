import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  CLOCK_SKEW,
  DAY,
  httpTime,
  isoTime,
  latestEnd,
  MINUTE,
  nextUtcMidnight,
  startOfUtcDay,
  systemClock,
} from '../../src/kernel/clock.ts'

it('the clock of the system counts whole seconds since 1970', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2027, 0, 15, 8, 0, 0, 999) })
  assert.equal(systemClock.now(), Date.UTC(2027, 0, 15, 8) / 1_000)
})

it('lengths of time are in seconds', () => {
  assert.deepEqual([MINUTE, DAY, CLOCK_SKEW], [60, 86_400, 60])
})

it('a day begins and ends at midnight in UTC', () => {
  const day = Date.UTC(2027, 0, 15) / 1_000
  for (const second of [0, 1, 86_399]) {
    assert.equal(startOfUtcDay(day + second), day)
    assert.equal(nextUtcMidnight(day + second), day + 86_400)
  }
  assert.equal(startOfUtcDay(day - 1), day - 86_400)
})

it('a time is written in UTC for people and for HTTP', () => {
  const time = Date.UTC(2027, 0, 15, 8) / 1_000
  assert.equal(isoTime(time), '2027-01-15T08:00:00Z')
  assert.equal(httpTime(time), 'Fri, 15 Jan 2027 08:00:00 GMT')
})

it('a thing that would live more than twice its lifetime was written by a clock that was wrong', () => {
  assert.equal(latestEnd(1_000, 60), 1_120)
})
