import './date-range.css'
import { useId } from 'preact/hooks'
import { t } from '../locales/translate.ts'
import { TextInput } from './controls.tsx'
import { type Dates, type Preset, standardPresets } from './date-presets.ts'

interface DateRangeProps {
  readonly label: string
  readonly value: Dates
  readonly onChange: (value: Dates) => void
  readonly presets?: readonly Preset[]
  /** Last selectable day. */
  readonly max?: string
}

/** An inclusive range of days, with presets. */
export function DateRange({ label, value, onChange, presets, max }: DateRangeProps) {
  const id = useId()
  const { from, to } = value
  const all = presets ?? standardPresets()
  return (
    <fieldset class="date-range">
      <legend class="visually-hidden">{label}</legend>
      <div class="date-presets">
        {all.map((preset) => {
          const isOn = preset.dates.from === from && preset.dates.to === to
          return (
            <button
              key={preset.label}
              type="button"
              class="date-preset"
              aria-pressed={isOn}
              onClick={() => onChange(preset.dates)}
            >
              {preset.label}
            </button>
          )
        })}
      </div>
      <div class="date-fields">
        <label for={`${id}-from`}>{t('common.from')}</label>
        <TextInput
          id={`${id}-from`}
          type="date"
          value={from ?? ''}
          {...((to ?? max) && { max: to ?? max })}
          onEdit={(text) => onChange({ from: text || null, to })}
        />
        <label for={`${id}-to`}>{t('common.to')}</label>
        <TextInput
          id={`${id}-to`}
          type="date"
          value={to ?? ''}
          {...(from && { min: from })}
          {...(max && { max })}
          onEdit={(text) => onChange({ from, to: text || null })}
        />
      </div>
    </fieldset>
  )
}
