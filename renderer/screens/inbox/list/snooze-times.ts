import { t } from '../../../locales/translate.ts'

/** A suggested time with its name. */
export interface SnoozeTime {
  readonly label: string
  readonly at: Date
}

const MORNING = 8
const EVENING = 18

/** Suggested snooze times. */
export function snoozeTimes(now = new Date()): SnoozeTime[] {
  const day = (ahead: number, hour: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead, hour)
  const toMonday = (8 - now.getDay()) % 7 || 7
  return [
    { label: t('actions.inAnHour'), at: new Date(now.getTime() + 3_600_000) },
    ...(now.getHours() < EVENING - 2
      ? [{ label: t('actions.laterToday'), at: day(0, EVENING) }]
      : []),
    { label: t('actions.tomorrow'), at: day(1, MORNING) },
    ...(toMonday > 1 && toMonday < 7
      ? [{ label: t('actions.monday'), at: day(toMonday, MORNING) }]
      : []),
    { label: t('actions.inAWeek'), at: day(7, MORNING) },
  ]
}
