/*
 * GET    /user/reports         getReport
 * GET    /user/reports/export  exportReport
 */
import { fault } from '#contracts/faults.ts'
import {
  ExportedReportRow,
  exportReport,
  getReport,
  MAX_REPORT_DAYS,
  type ReportQuery,
} from '#contracts/reports.ts'
import { InvalidFields } from '../../errors.ts'
import { SLICE, sendExport } from '../../http/export.ts'
import type { Routes } from '../../http/routes.ts'
import { exportedRows } from './exported.ts'
import { lengthOf, periodAsked } from './periods.ts'
import { reportQueries } from './queries.ts'
import { makeReport, type Question, shortened } from './report.ts'

/** Reports on the conversations of a period. */
export const reportRoutes: Routes = ({ handle, db, now }) => {
  handle(getReport, async ({ principal, query }) =>
    shortened(await makeReport(db, questionOf(principal.userId, query))),
  )

  handle(exportReport, async (call) => {
    const question = questionOf(call.principal.userId, call.query)
    const report = await makeReport(db, question)
    const rows = exportedRows(report, question.by)
    return sendExport(call, {
      name: `report-${question.by}-${report.date_from}-${report.date_to}`,
      item: ExportedReportRow,
      total: rows.length,
      slices: slicesOf(rows),
      show: (row) => row,
    })
  })

  /**
   * The report that a query asks for.
   * @throws InvalidFields if the period is too long, or the assistant is not the account's
   */
  function questionOf(userId: number, query: ReportQuery): Question {
    const { timezone = 'UTC', by, compare, assistant_id: assistantId, type } = query
    if (assistantId !== undefined && !isKnown(userId, assistantId))
      throw new InvalidFields({ assistant_id: [fault('not_selectable')] })
    const period = periodAsked({ ...query, timezone }, now().getTime())
    if (lengthOf(period) > MAX_REPORT_DAYS)
      throw new InvalidFields({ date_to: [fault('period_too_long', { count: MAX_REPORT_DAYS })] })
    const scope = { userId, timezone, by, assistantId: assistantId ?? null, type: type ?? null }
    return { ...scope, period, compare }
  }

  /** Deleted assistants keep their conversations. */
  const isKnown = (userId: number, id: number) =>
    reportQueries(db)
      .assistants(userId)
      .some((assistant) => assistant.id === id)
}

function* slicesOf<row>(rows: readonly row[]): Generator<readonly row[]> {
  for (let from = 0; from < rows.length; from += SLICE) yield rows.slice(from, from + SLICE)
}
