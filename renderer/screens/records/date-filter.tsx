import { locale } from '../../locales/language.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { type Dates, standardPresets } from '../../ui/date-presets.ts'
import { DateRange } from '../../ui/date-range.tsx'
import { CalendarIcon } from '../../ui/icons.tsx'
import { Popover } from '../../ui/popover.tsx'

interface DateFilterProps {
  readonly value: Dates
  readonly onChange: (dates: Dates) => void
  /** True if days are in the local timezone. */
  readonly isLocal?: boolean
}

/** Date range filter of a list. */
export function DateFilter({ value, onChange, isLocal = false }: DateFilterProps) {
  const words = wordsOf(value)
  return (
    <Popover
      label={t('records.dates')}
      trigger={(props) => (
        <Button
          {...props}
          size="small"
          icon={CalendarIcon}
          class={`filter ${words ? 'is-set' : ''}`}
        >
          {words ?? t('records.dates')}
        </Button>
      )}
    >
      {() => (
        <div class="date-filter">
          <DateRange label={t('records.dates')} value={value} onChange={onChange} />
          <p class="quiet">{isLocal ? t('records.local') : t('records.utc')}</p>
        </div>
      )}
    </Popover>
  )
}

const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
const print = (iso: string) => {
  const date = new Date(`${iso}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? iso : day.format(date)
}

/** Label of the range: its preset's name if it matches one. */
function wordsOf({ from, to }: Dates): string | undefined {
  if (!from && !to) return undefined
  const preset = standardPresets().find(({ dates }) => dates.from === from && dates.to === to)
  if (preset) return preset.label
  if (from && to)
    return from === to ? print(from) : t('records.between', { from: print(from), to: print(to) })
  return from
    ? t('records.since', { day: print(from) })
    : t('records.until', { day: print(to ?? '') })
}
