import { t } from '../../locales/translate.ts'

/**
 * A greeting for the time of day.
 * @param name full name of the operator; undefined for one who still has the account's name
 */
export function greetingFor(hour: number, name: string | undefined): string {
  const part = hour < 5 || hour >= 18 ? 'evening' : hour < 11 ? 'morning' : 'day'
  const first = name?.trim().split(/\s+/)[0]
  return first ? t(`home.greetings.${part}`, { name: first }) : t(`home.hello.${part}`)
}
