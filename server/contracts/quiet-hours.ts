import type { QuietHours } from './notifications.ts'

/** Reports whether a time is within the quiet hours, which may span midnight. */
export function isQuiet({ is_on, from, to, timezone }: QuietHours, moment: Date): boolean {
  if (!is_on) return false
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(moment)
  return from <= to ? time >= from && time < to : time >= from || time < to
}
