import './slider.css'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { formatNumber } from '../format/numbers.ts'
import { t } from '../locales/translate.ts'
import { IconButton } from './button.tsx'
import { ResetIcon } from './icons-work.tsx'

interface SliderProps {
  readonly label: string
  readonly hint?: ComponentChildren
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step?: number
  readonly format?: (value: number) => string
  /** Default value; a button resets to it. */
  readonly standard?: number
  readonly disabled?: boolean
  readonly onEdit: (value: number) => void
  readonly marks?: readonly { readonly value: number; readonly label: string }[]
}

/** A slider for approximate numbers. */
export function Slider(props: SliderProps) {
  const { label, hint, value, min, max, step = 1, format = formatNumber, standard, marks } = props
  const id = useId()
  const share = max > min ? (value - min) / (max - min) : 0
  return (
    <div class="field slider">
      <div class="field-line">
        <label for={id}>{label}</label>
        <span class="slider-value">
          {standard !== undefined && standard !== value && !props.disabled && (
            <IconButton
              size="small"
              icon={ResetIcon}
              label={t('common.resetTo', { value: format(standard) })}
              onClick={() => props.onEdit(standard)}
            />
          )}
          <output for={id}>{format(value)}</output>
        </span>
      </div>
      {hint && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <input
        type="range"
        id={id}
        class="slider-track"
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={props.disabled}
        aria-valuetext={format(value)}
        aria-describedby={hint ? `${id}-hint` : undefined}
        style={{ '--share': `${share * 100}%` }}
        onInput={({ currentTarget }) => props.onEdit(Number(currentTarget.value))}
      />
      {marks && (
        <div class="slider-marks" aria-hidden="true">
          {marks.map((mark) => (
            <span key={mark.value}>{mark.label}</span>
          ))}
        </div>
      )}
    </div>
  )
}
