import './stat.css'
import type { ComponentChildren } from 'preact'
import { formatShare } from '../format/numbers.ts'
import type { Icon } from './icon.tsx'
import { TrendDownIcon, TrendUpIcon } from './icons-work.tsx'

interface StatProps {
  readonly label: string
  readonly value: ComponentChildren
  readonly note?: ComponentChildren
  /** Change as a share, and whether it is an improvement. */
  readonly trend?: { readonly value: number; readonly isGood?: boolean; readonly label?: string }
  readonly icon?: Icon
  /** Link to details. */
  readonly href?: string
  readonly isLoading?: boolean
  readonly tone?: 'neutral' | 'ai' | 'attention' | 'danger'
}

/** A key figure with its label and trend. */
export function Stat(props: StatProps) {
  const { label, value, note, trend, icon: Shape, href, isLoading, tone = 'neutral' } = props
  return (
    <div class={`stat is-${tone}`} aria-busy={isLoading || undefined}>
      <dt class="stat-label">
        {Shape && <Shape size={16} />}
        {href ? <a href={href}>{label}</a> : label}
      </dt>
      <dd class="stat-value">{isLoading ? <span class="bone is-short" /> : value}</dd>
      {!isLoading && (trend || note) && (
        <dd class="stat-note">
          {trend && <Trend {...trend} />}
          {note}
        </dd>
      )}
    </div>
  )
}

function Trend({ value, isGood, label }: NonNullable<StatProps['trend']>) {
  const Arrow = value < 0 ? TrendDownIcon : TrendUpIcon
  const kind = isGood === undefined ? 'neutral' : isGood ? 'ok' : 'danger'
  return (
    <span class={`trend is-${kind}`}>
      <Arrow size={14} />
      {`${value > 0 ? '+' : ''}${formatShare(value)}`}
      {label && <span class="quiet">{label}</span>}
    </span>
  )
}

/** A row of key figures. */
export function Stats({ children }: { readonly children: ComponentChildren }) {
  return <dl class="stats">{children}</dl>
}
