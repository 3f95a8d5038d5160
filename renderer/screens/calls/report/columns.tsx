import type { ComponentChildren } from 'preact'
import type { CallNumbers } from '#contracts/call-report.ts'
import { CallOutcome } from '#contracts/enums.ts'
import { formatMoney, formatNumber, formatShare } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { Duration } from '../../../ui/time.tsx'
import { waitingTime } from '../../home/waiting-time.ts'

/** A row of a report, with the filter for its calls. */
export interface ReportRow {
  readonly key: string
  readonly name: ComponentChildren
  readonly numbers: CallNumbers
  readonly filter: Readonly<Record<string, string>>
}

type ListOf = (filter: Readonly<Record<string, string>>) => string

/** Columns with call figures; each links to the calls it counts. */
export function numberColumns(title: string, listOf: ListOf): readonly Column<ReportRow>[] {
  return [
    { key: 'name', title, isPrimary: true, cell: ({ name }) => name },
    {
      key: 'calls',
      title: t('callReport.calls'),
      isNumber: true,
      cell: ({ numbers: { calls }, filter }) => (
        <Counted count={calls} href={listOf(filter)}>
          {formatNumber(calls)}
        </Counted>
      ),
    },
    {
      key: 'answered',
      title: t('callReport.answered'),
      isNumber: true,
      cell: ({ numbers: { calls, answered }, filter }) => (
        <Counted count={calls} href={listOf({ ...filter, answered: '1' })}>
          {formatShare(answered / calls)}
        </Counted>
      ),
    },
    {
      key: 'duration',
      title: t('callReport.duration'),
      isNumber: true,
      cell: ({ numbers: { seconds, answered } }) => (
        <Counted count={answered}>
          <Duration seconds={seconds / answered} />
        </Counted>
      ),
    },
    {
      key: 'cost',
      title: t('callReport.cost'),
      isNumber: true,
      cell: ({ numbers: { calls, cost } }) => (
        <Counted count={calls}>{formatMoney(Math.round(cost * 10_000) / 10_000)}</Counted>
      ),
    },
    {
      key: 'wait',
      title: t('callReport.wait'),
      isNumber: true,
      cell: ({ numbers: { wait_p50_ms: half, wait_p95_ms: most } }) => (
        <Counted count={half ?? 0}>
          {t('callReport.waits', { half: waitingTime(half ?? 0), most: waitingTime(most ?? 0) })}
        </Counted>
      ),
    },
    {
      key: 'interruptions',
      title: t('callReport.interruptions'),
      isNumber: true,
      cell: ({ numbers: { interruptions, interrupted }, filter }) => (
        <Counted count={interruptions} href={listOf({ ...filter, interrupted: '1' })}>
          {t('callReport.interruptionsIn', { interruptions, count: interrupted })}
        </Counted>
      ),
    },
    {
      key: 'person',
      title: t('callReport.person'),
      isNumber: true,
      cell: ({ numbers: { had_person }, filter }) => (
        <Counted count={had_person} href={listOf({ ...filter, had_person: '1' })}>
          {formatNumber(had_person)}
        </Counted>
      ),
    },
  ]
}

/** Columns with the ways in which calls ended. */
export function endColumns(title: string, listOf: ListOf): readonly Column<ReportRow>[] {
  return [
    { key: 'name', title, isPrimary: true, cell: ({ name }) => name },
    ...CallOutcome.options.map(
      (outcome): Column<ReportRow> => ({
        key: outcome,
        title: t(`callReport.outcomes.${outcome}`),
        isNumber: true,
        cell: ({ numbers: { outcomes }, filter }) => (
          <Counted count={outcomes[outcome]} href={listOf({ ...filter, outcome })}>
            {formatNumber(outcomes[outcome])}
          </Counted>
        ),
      }),
    ),
  ]
}

interface CountedProps {
  readonly count: number
  readonly href?: string
  readonly children: ComponentChildren
}

/** A number with a link to the calls it counts; a dash for zero. */
function Counted({ count, href, children }: CountedProps) {
  if (count === 0) return <span class="quiet">{t('calls.none')}</span>
  return href ? <a href={href}>{children}</a> : <span>{children}</span>
}
