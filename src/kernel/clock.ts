/** The only module that reads the time. Each call reads it once and passes the number on. */
export type Clock = { now(): number }

export const MINUTE = 60
export const DAY = 86_400

export const systemClock: Clock = { now: () => Math.floor(Date.now() / 1000) }

export const startOfUtcDay = (now: number) => now - (now % DAY)
/** For people: `2027-01-15T08:00:00Z`. */
export const isoTime = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')

/** For HTTP headers: `Fri, 15 Jan 2027 08:00:00 GMT`. */
export const httpTime = (seconds: number) => new Date(seconds * 1000).toUTCString()

/** Clocks of several processes differ a little; a time further ahead than this comes from a clock that was wrong. */
export const CLOCK_SKEW = MINUTE

/**
 * The latest valid end of a thing with this lifetime. A later end was written by a clock that was far ahead; without
 * this bound the thing would live too long by as much as that clock was wrong.
 */
export const latestEnd = (now: number, lifetime: number) => now + 2 * lifetime

export const nextUtcMidnight = (now: number) => startOfUtcDay(now) + DAY
