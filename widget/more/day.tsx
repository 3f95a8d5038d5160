import type { Texts } from '../texts.ts'

interface DayProps {
  readonly texts: Texts
  /** A time of that day; today when there is none. */
  readonly at: string | undefined
}

/** The line above the messages of a day, which has the visitor's words for today and yesterday. */
export function Day({ texts: { language }, at }: DayProps) {
  return <p class="day">{dayName(at ? new Date(at) : new Date(), language)}</p>
}

function dayName(at: Date, language: string): string {
  const today = new Date()
  const before = Math.round(
    (today.setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / 864e5,
  )
  // A clock that is wrong makes no message of tomorrow.
  if (before < 2)
    return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(
      -Math.max(before, 0),
      'day',
    )
  const year = at.getFullYear() === today.getFullYear() ? undefined : 'numeric'
  return at.toLocaleDateString(language, { day: 'numeric', month: 'short', year })
}
