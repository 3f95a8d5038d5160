import type { CallingWindow } from '#contracts/calling-hours.ts'
import { locale } from '../../../locales/language.ts'
import { t } from '../../../locales/translate.ts'

interface WindowsProps {
  readonly windows: readonly CallingWindow[] | undefined
  readonly timezone: string
}

const WEEK_MS = 7 * 86_400_000

/** The next calling windows of a campaign, by the clock of its timezone. */
export function Windows({ windows, timezone }: WindowsProps) {
  if (!windows) return <p class="quiet">{t('campaigns.windows.incomplete')}</p>
  const [first] = windows
  if (first && first.until - first.from > WEEK_MS) return <p>{t('campaigns.windows.always')}</p>
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: timezone,
  })
  return (
    <ol class="campaign-windows">
      {windows.map(({ from, until }) => (
        // The last minute is included.
        <li key={from}>{format.formatRange(from, until - 60_000)}</li>
      ))}
    </ol>
  )
}
