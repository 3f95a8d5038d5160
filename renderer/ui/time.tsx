const DAY = 86_400_000

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short' })
const date = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const dateOfYear = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const longDay = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})
const moderate = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' })

/** A moment of the server: ISO, or `YYYY-MM-DD HH:MM:SS` in UTC. */
export function toDate(text: string): Date {
  return new Date(text.includes('T') ? text : `${text.replace(' ', 'T')}Z`)
}

/** Start of a day in this timezone, for comparing days. */
export function dayOf(moment: Date): number {
  return new Date(moment).setHours(0, 0, 0, 0)
}

/** As short as it can be and still be clear: a time today, a weekday this week, a date before that. */
export function briefly(moment: Date, now = new Date()): string {
  const days = Math.round((dayOf(now) - dayOf(moment)) / DAY)
  if (days <= 0) return clock.format(moment)
  if (days === 1) return 'Yesterday'
  if (days < 7) return weekday.format(moment)
  return moment.getFullYear() === now.getFullYear()
    ? date.format(moment)
    : dateOfYear.format(moment)
}

/** The name of a day. */
export function dayName(moment: Date, now = new Date()): string {
  const days = Math.round((dayOf(now) - dayOf(moment)) / DAY)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return moment.getFullYear() === now.getFullYear()
    ? longDay.format(moment)
    : dateOfYear.format(moment)
}

interface TimeProps {
  readonly at: string
  readonly as?: 'brief' | 'clock' | 'full'
}

/** A moment, short; all of it on asking. */
export function Time({ at, as = 'brief' }: TimeProps) {
  const moment = toDate(at)
  const text = {
    brief: briefly(moment),
    clock: clock.format(moment),
    full: moderate.format(moment),
  }
  return (
    <time dateTime={moment.toISOString()} title={full.format(moment)}>
      {text[as]}
    </time>
  )
}
