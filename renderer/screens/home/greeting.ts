import { homeTexts as t } from '../../texts/home.ts'

/** A greeting for the time of the day. */
export function greetingFor(hour: number, name: string): string {
  const { night, morning, day, evening } = t.greetings
  if (hour < 5) return night(name)
  if (hour < 11) return morning(name)
  return hour < 18 ? day(name) : evening(name)
}
