import { useRef } from 'preact/hooks'
import { formatNumber } from '../format/numbers.ts'

interface TabsProps<key extends string> {
  readonly label: string
  readonly tabs: readonly (readonly [key, string])[]
  readonly current: key
  readonly onChoose: (key: key) => void
  /** Id of the panel that the tabs control. */
  readonly controls: string
  /** Raised pills, or underlined tabs below a page header. */
  readonly variant?: 'pills' | 'line'
  readonly counts?: Partial<Record<key, number>>
}

/** Tabs, with the standard arrow-key navigation. */
export function Tabs<key extends string>(props: TabsProps<key>) {
  const { label, tabs, current, onChoose, controls, variant = 'pills', counts } = props
  const list = useRef<HTMLDivElement>(null)

  function move(event: KeyboardEvent): void {
    const step = stepOf(event, list.current)
    const index = tabs.findIndex(([key]) => key === current)
    const next = step === undefined ? undefined : tabs[(index + step + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    onChoose(next[0])
    list.current?.querySelector<HTMLElement>(`[data-key="${next[0]}"]`)?.focus()
  }

  return (
    <div class={`tabs is-${variant}`} role="tablist" aria-label={label} ref={list} onKeyDown={move}>
      {tabs.map(([key, name]) => (
        <button
          key={key}
          type="button"
          role="tab"
          class="tab"
          data-key={key}
          aria-selected={key === current}
          aria-controls={controls}
          tabIndex={key === current ? 0 : -1}
          onClick={() => onChoose(key)}
        >
          {name}
          {counts?.[key] !== undefined && (
            <span class="tab-count">{formatNumber(counts[key])}</span>
          )}
        </button>
      ))}
    </div>
  )
}

function stepOf({ key }: KeyboardEvent, list: HTMLElement | null): number | undefined {
  const isRtl = list !== null && getComputedStyle(list).direction === 'rtl'
  if (key === 'ArrowRight') return isRtl ? -1 : 1
  if (key === 'ArrowLeft') return isRtl ? 1 : -1
  return undefined
}
