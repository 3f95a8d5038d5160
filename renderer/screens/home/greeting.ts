import { t } from '../../locales/translate.ts'

/** A greeting for the time of day. */
export function greetingFor(hour: number, name: string): string {
  if (hour < 5) return t('home.greetings.night', { name })
  if (hour < 11) return t('home.greetings.morning', { name })
  return hour < 18 ? t('home.greetings.day', { name }) : t('home.greetings.evening', { name })
}
