/* How times leave the database, where they are milliseconds since 1970 in UTC. */

/** `2026-11-21T09:30:00.123Z` */
export const toIso = (ms: number): string => new Date(ms).toISOString()

/** ISO 8601 with microseconds, as assistants carry it: `2026-11-21T09:30:00.123000Z` */
export const toInstant = (ms: number): string => `${toIso(ms).slice(0, -1)}000Z`

/** `2026-11-21 09:30:00`, as conversations, calls and messages carry it. */
export const toDateTime = (ms: number): string => toIso(ms).slice(0, 19).replace('T', ' ')

/** The first millisecond of a day `YYYY-MM-DD`. */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The first millisecond after a day `YYYY-MM-DD`. */
export const endOfDay = (day: string): number => startOfDay(day) + 24 * 60 * 60 * 1000
