import { localTimezone } from '#contracts/local-timezone.ts'

/** The time zone of this device, or UTC. */
export const timezoneHere = (): string => localTimezone() ?? 'UTC'
