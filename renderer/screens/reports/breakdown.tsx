import type { ReportMeasure } from '#contracts/report-measures.ts'
import type { Report, ReportDimension, ReportRow } from '#contracts/reports.ts'
import { hourName, weekdayName } from '../../format/days.ts'
import { t, tIfKnown } from '../../locales/translate.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Badge } from '../../ui/display.tsx'
import { MEASURES, type Measure } from './measures.ts'
import { listOf } from './model.ts'
import { Change, wordsOf } from './number.tsx'

interface BreakdownProps {
  readonly report: Report
  readonly by: ReportDimension
}

/** The rows of a report; each number leads to its conversations. */
export function Breakdown({ report, by }: BreakdownProps) {
  const title = t(`reports.by.${by}`)
  const columns: Column<ReportRow>[] = [
    { key: 'name', title, isPrimary: true, cell: (row) => <Name row={row} by={by} /> },
    ...MEASURES.map(
      (measure): Column<ReportRow> => ({
        key: measure.key,
        title: measure.short ?? measure.title,
        isNumber: true,
        cell: (row) => <Cell report={report} row={row} measure={measure} />,
      }),
    ),
  ]
  return (
    <>
      <DataTable
        label={t('reports.breakdown', { by: title })}
        columns={columns}
        rows={report.rows}
        keyOf={({ key }) => key}
        empty={<p class="quiet report-none">{t('reports.noRows')}</p>}
      />
      {report.row_count > report.rows.length && (
        <p class="quiet">
          {t('reports.moreRows', { shown: report.rows.length, count: report.row_count })}
        </p>
      )}
      {by === 'label' && <p class="quiet">{t('reports.labelsNote')}</p>}
    </>
  )
}

function Name({
  row: { key, name, is_gone },
  by,
}: Pick<BreakdownProps, 'by'> & { row: ReportRow }) {
  if (key === 'none') return <span class="quiet">{nameOfNone(by)}</span>
  if (by === 'channel') return <>{tIfKnown('inbox.types', key)}</>
  if (by === 'weekday') return <>{weekdayName(Number(key))}</>
  if (by === 'hour') return <>{hourName(Number(key))}</>
  return (
    <span class="report-name">
      <bdi>{name ?? key}</bdi>
      {is_gone && <Badge>{by === 'person' ? t('reports.hasLeft') : t('reports.isDeleted')}</Badge>}
    </span>
  )
}

function nameOfNone(by: ReportDimension): string {
  if (by === 'team') return t('reports.noTeam')
  return by === 'label' ? t('reports.noLabel') : t('reports.nobody')
}

interface CellProps {
  readonly report: Report
  readonly row: ReportRow
  readonly measure: Measure
}

function Cell({ report, row, measure }: CellProps) {
  const { counts } = row.period
  const { counted, beside } = measure
  const to = (what: ReportMeasure) => listOf(report.filter, row.filter, what)
  const words = wordsOf(measure, measure.valueOf(row.period))
  return (
    <span class="report-cell">
      <span>
        <bdi>{counts[counted] > 0 ? <a href={to(counted)}>{words}</a> : words}</bdi>
        {beside && counts[beside.counted] > 0 && (
          <a class="report-beside" href={to(beside.counted)}>
            <bdi>{beside.words(counts[beside.counted])}</bdi>
          </a>
        )}
      </span>
      {row.before && <Change measure={measure} now={row.period} before={row.before} isShort />}
    </span>
  )
}
