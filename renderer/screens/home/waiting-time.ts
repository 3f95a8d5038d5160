import { formatNumber } from '../../format/numbers.ts'
import { t } from '../../locales/translate.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Ticks of an axis of waiting times, ms; each about three times the previous one. */
export const WAITING_STEPS = [
  ...[100, 300],
  ...[1, 3, 10, 30].map((seconds) => seconds * SECOND),
  ...[1, 3, 10, 30].map((minutes) => minutes * MINUTE),
  ...[1, 3, 10, 30, 100].map((hours) => hours * HOUR),
]

const rounded = (value: number): string =>
  formatNumber(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))

/** A waiting time in its largest unit: `420 ms`, `1.2 s`, `12 min`, `3 h`. */
export function waitingTime(ms: number): string {
  if (ms < SECOND) return t('home.milliseconds', { value: formatNumber(Math.round(ms)) })
  if (ms < MINUTE) return t('home.seconds', { value: rounded(ms / SECOND) })
  if (ms < HOUR) return t('home.minutes', { value: rounded(ms / MINUTE) })
  return t('home.hours', { value: rounded(ms / HOUR) })
}
