/** The time zone of this device. */
export const timezoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
