/*
 * GET    /user/calls/report  getCallReport
 */
import { getCallReport } from '#contracts/call-report.ts'
import { fault } from '#contracts/faults.ts'
import { InvalidFields } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import { reportOfCalls } from './report.ts'

export const callReportRoutes: Routes = (context) => {
  const { handle, db } = context

  handle(getCallReport, ({ principal: { userId }, query }) => {
    const { timezone = 'UTC', assistant_id: assistantId } = query
    if (assistantId !== undefined && !assistantQueries(db).has(userId, assistantId))
      throw new InvalidFields({ assistant_id: [fault('not_selectable')] })
    const { date_from: dateFrom, date_to: dateTo } = query
    return reportOfCalls(context, { userId, timezone, dateFrom, dateTo, assistantId })
  })
}
