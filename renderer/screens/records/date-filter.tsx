import { locale } from '../../texts/language.ts'
import { recordsTexts as t } from '../../texts/records.ts'
import { Button } from '../../ui/button.tsx'
import { type Dates, standardPresets } from '../../ui/date-presets.ts'
import { DateRange } from '../../ui/date-range.tsx'
import { CalendarIcon } from '../../ui/icons.tsx'
import { Popover } from '../../ui/popover.tsx'

interface DateFilterProps {
  readonly value: Dates
  readonly onChange: (dates: Dates) => void
}

/** The days of a list. */
export function DateFilter({ value, onChange }: DateFilterProps) {
  const words = wordsOf(value)
  return (
    <Popover
      label={t.dates}
      trigger={(props) => (
        <Button
          {...props}
          size="small"
          icon={CalendarIcon}
          class={`filter ${words ? 'is-set' : ''}`}
        >
          {words ?? t.dates}
        </Button>
      )}
    >
      {() => (
        <div class="date-filter">
          <DateRange label={t.dates} value={value} onChange={onChange} />
          <p class="quiet">{t.utc}</p>
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

/** The range in words, by its preset where it is one. */
function wordsOf({ from, to }: Dates): string | undefined {
  if (!from && !to) return undefined
  const preset = standardPresets().find(({ dates }) => dates.from === from && dates.to === to)
  if (preset) return preset.label
  if (from && to) return from === to ? print(from) : t.between(print(from), print(to))
  return from ? t.since(print(from)) : t.until(print(to ?? ''))
}
