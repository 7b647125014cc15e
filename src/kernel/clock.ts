/** The only place that reads the time. A call reads it once and passes the number on. */
export type Clock = { now(): number }

export const MINUTE = 60
export const DAY = 86_400

export const systemClock: Clock = { now: () => Math.floor(Date.now() / 1000) }

export const startOfUtcDay = (now: number) => now - (now % DAY)
/** As people read it: `2027-01-15T08:00:00Z`. */
export const isoTime = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')

/** As HTTP writes it: `Fri, 15 Jan 2027 08:00:00 GMT`. */
export const httpTime = (seconds: number) => new Date(seconds * 1000).toUTCString()

/** Clocks of several processes differ a little; a time further ahead than this comes from a clock that was wrong. */
export const CLOCK_SKEW = MINUTE

/**
 * The latest end that something with this lifetime may have. What ends later was made by a clock that was far ahead,
 * and would otherwise live for as long as that clock was wrong.
 */
export const latestEnd = (now: number, lifetime: number) => now + 2 * lifetime

export const nextUtcMidnight = (now: number) => startOfUtcDay(now) + DAY
