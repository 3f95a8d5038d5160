import type {
  ExportedReportRow,
  Report,
  ReportDimension,
  ReportNumbers,
} from '#contracts/reports.ts'

/** The rows of a report's file: each row of the breakdown and the total, for each period. */
export function exportedRows(report: Report, by: ReportDimension): ExportedReportRow[] {
  const total = { key: 'total', name: null, ...report.total }
  return [...report.rows, total].flatMap(({ key, name, period, before }) => [
    exportedRow({ by, key, name }, report, period),
    ...(before && report.before ? [exportedRow({ by, key, name }, report.before, before)] : []),
  ])
}

function exportedRow(
  row: Pick<ExportedReportRow, 'by' | 'key' | 'name'>,
  { date_from, date_to }: Pick<Report, 'date_from' | 'date_to'>,
  { counts, ...numbers }: ReportNumbers,
): ExportedReportRow {
  return { ...row, date_from, date_to, ...counts, ...numbers }
}
