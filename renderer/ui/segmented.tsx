import { useId } from 'preact/hooks'
import type { Icon } from './icon.tsx'
import { Tooltip } from './tooltip.tsx'

interface Segment<value extends string> {
  readonly value: value
  readonly label: string
  readonly icon?: Icon | undefined
  /** Colour while it is selected. */
  readonly tone?: 'neutral' | 'ai' | 'person' | 'attention'
  readonly count?: number | undefined
  readonly disabled?: boolean
  /** Tooltip. */
  readonly hint?: string
}

interface SegmentedProps<value extends string> {
  readonly label: string
  readonly options: readonly Segment<value>[]
  readonly value: value
  readonly onChoose: (value: value) => void
  readonly size?: 'medium' | 'small'
  readonly isIconOnly?: boolean
  readonly isWide?: boolean
  readonly disabled?: boolean
  readonly busy?: boolean
}

/** Segmented control: one of a few options in a line, such as a display or answering mode. */
export function Segmented<value extends string>(props: SegmentedProps<value>) {
  const { label, options, value, onChoose, size = 'medium', isWide, disabled, busy } = props
  const name = useId()
  return (
    <fieldset
      class={`segmented is-${size} ${isWide ? 'is-wide' : ''}`}
      aria-label={label}
      aria-busy={busy || undefined}
      disabled={disabled}
    >
      {options.map(({ icon: Shape, ...option }) => {
        const segment = (
          <label class={`segment is-${option.tone ?? 'neutral'}`} key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              aria-label={props.isIconOnly ? option.label : undefined}
              onChange={() => onChoose(option.value)}
            />
            <span class="segment-body">
              {Shape && <Shape size={size === 'small' ? 16 : 18} />}
              {!props.isIconOnly && <span>{option.label}</span>}
              {option.count !== undefined && <span class="segment-count">{option.count}</span>}
            </span>
          </label>
        )
        const hint = option.hint ?? (props.isIconOnly ? option.label : undefined)
        return hint ? (
          <Tooltip key={option.value} text={hint} isName={!option.hint}>
            {segment}
          </Tooltip>
        ) : (
          segment
        )
      })}
    </fieldset>
  )
}
