import type { ReportNumbers } from '#contracts/reports.ts'
import { formatNumber, formatShare } from '../../format/numbers.ts'
import { t } from '../../locales/translate.ts'
import { MinusIcon, TrendDownIcon, TrendUpIcon } from '../../ui/icons-work.tsx'
import { waitingTime } from '../home/waiting-time.ts'
import type { Measure } from './measures.ts'

/** A value in words; an en dash if there is nothing to measure. */
export function wordsOf({ kind }: Measure, value: number | null): string {
  if (value === null) return t('reports.none')
  if (kind === 'count') return formatNumber(value)
  return kind === 'share' ? formatShare(value) : waitingTime(value)
}

interface ChangeProps {
  readonly measure: Measure
  readonly now: ReportNumbers
  readonly before: ReportNumbers
  /** True in a table, where the former value is only a tooltip and for screen readers. */
  readonly isShort?: boolean
  /** The conversations behind the former value. */
  readonly href?: string | undefined
}

/** Change of a number since the period before: an arrow, the difference and the former value, with a colour for better and worse. */
export function Change({ measure, now, before, isShort = false, href }: ChangeProps) {
  const [value, former] = [measure.valueOf(now), measure.valueOf(before)]
  if (former === null) return null
  const words = t('reports.formerly', { value: wordsOf(measure, former) })
  const difference = differenceOf(measure, value, former)
  const shown = href === undefined ? words : <a href={href}>{words}</a>
  if (difference === undefined) return <bdi class="report-change quiet">{shown}</bdi>
  const Arrow = difference === 0 ? MinusIcon : difference < 0 ? TrendDownIcon : TrendUpIcon
  return (
    <span class="report-change" title={isShort ? words : undefined}>
      <span class={`trend is-${toneOf(measure, difference)}`}>
        <Arrow size={14} />
        <bdi>{differenceWords(measure, difference)}</bdi>
      </span>
      <bdi class={isShort ? 'visually-hidden' : 'quiet'}>{shown}</bdi>
    </span>
  )
}

/** Points of a share, otherwise the change as a share of the former value; undefined if there is none. */
function differenceOf({ kind }: Measure, value: number | null, former: number): number | undefined {
  if (value === null) return undefined
  // Plus 0, since a small decrease rounds to minus 0.
  if (kind === 'share') return Math.round((value - former) * 100) + 0
  return former === 0 ? undefined : Math.round((value / former - 1) * 100) / 100 + 0
}

function differenceWords({ kind }: Measure, difference: number): string {
  const sign = difference > 0 ? '+' : ''
  if (kind === 'share') return t('reports.points', { points: `${sign}${formatNumber(difference)}` })
  return `${sign}${formatShare(difference)}`
}

function toneOf({ better }: Measure, difference: number): 'neutral' | 'ok' | 'danger' {
  if (better === undefined || difference === 0) return 'neutral'
  return difference > 0 === (better === 'more') ? 'ok' : 'danger'
}
