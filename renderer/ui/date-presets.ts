import { t } from '../locales/translate.ts'

/** Two days as `YYYY-MM-DD`, inclusive; null for an open end. */
export interface Dates {
  readonly from: string | null
  readonly to: string | null
}

/** A frequently used range. */
export interface Preset {
  readonly label: string
  readonly dates: Dates
}

/** A local day as `YYYY-MM-DD`. */
export function isoDay(day: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** Today, the last days, this month, last month, and all time. */
export function standardPresets(now = new Date()): Preset[] {
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const today = isoDay(now)
  const back = (days: number) => ({
    label: t('common.lastDays', { days }),
    dates: { from: isoDay(new Date(year, month, date - days + 1)), to: today },
  })
  return [
    { label: t('common.today'), dates: { from: today, to: today } },
    back(7),
    back(30),
    back(90),
    {
      label: t('common.thisMonth'),
      dates: { from: isoDay(new Date(year, month, 1)), to: today },
    },
    {
      label: t('common.lastMonth'),
      dates: {
        from: isoDay(new Date(year, month - 1, 1)),
        to: isoDay(new Date(year, month, 0)),
      },
    },
    { label: t('common.allTime'), dates: { from: null, to: null } },
  ]
}
