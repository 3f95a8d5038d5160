import { language } from '../../locales/language.ts'
import { t } from '../../locales/translate.ts'

/** Hour at which the morning's greeting ends, by language: “Guten Tag” is said before noon, “Good afternoon” is not. */
const MORNING_ENDS: Readonly<Record<string, number>> = { de: 11 }
const NOON = 12

/**
 * A greeting for the time of day.
 * @param name full name of the operator; undefined for one who still has the account's name
 */
export function greetingFor(hour: number, name: string | undefined): string {
  const first = name?.trim().split(/\s+/)[0]
  const part = partOf(hour)
  return first ? t(`home.greetings.${part}`, { name: first }) : t(`home.hello.${part}`)
}

function partOf(hour: number): 'morning' | 'day' | 'evening' {
  if (hour < 5 || hour >= 18) return 'evening'
  return hour < (MORNING_ENDS[language] ?? NOON) ? 'morning' : 'day'
}
