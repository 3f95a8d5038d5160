import { encodeFault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { cloudChannelName, messageIdIn } from '../../../providers/messenger/cloud-api/channel.ts'
import type { CloudReport } from '../../../providers/messenger/cloud-api/reports.ts'
import { parseNumber } from '../../platform/values/telephone.ts'
import { recordArrival } from '../arrivals/record.ts'
import { noteReport } from '../connection.ts'
import { connectionQueries } from '../connection-queries.ts'
import { recordReceipt } from '../receipt.ts'
import { senderQueries } from '../senders/queries.ts'
import { syncSoon } from '../templates/sync.ts'
import type { OwnedCloudRow } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'jobs' | 'now' | 'randomBytes' | 'write'>

/**
 * Takes what the service reports about the numbers of a webhook, in one transaction. Reports about any other number change
 * nothing, and neither do repeated ones.
 */
export async function takeReports(
  context: Needs,
  rows: readonly OwnedCloudRow[],
  reports: readonly CloudReport[],
): Promise<void> {
  if (reports.length === 0) return
  await context.write((tx) => {
    for (const report of reports) {
      const about = rows.filter((row) =>
        report.kind === 'account'
          ? row.business_id === report.businessId
          : row.phone_id === report.phoneId,
      )
      for (const row of about) take(tx, context, row, report)
    }
  })
  context.jobs.wake()
}

function take(tx: Tx, context: Needs, row: OwnedCloudRow, report: CloudReport): void {
  const { db, now } = context
  const sender = senderQueries(db).byId(row.sender_id)!
  noteReport(tx, context, sender)
  switch (report.kind) {
    case 'message': {
      const { sid, sentAt, text: body, files, name } = report
      const from = parseNumber(`+${report.from}`)?.e164 ?? `+${report.from}`
      recordArrival(tx, context, sender, { sid, from, sentAt, body, files, name })
      break
    }
    case 'status': {
      const { sid, status, error, mark } = report
      const channel = cloudChannelName(row.phone_id)
      recordReceipt(tx, context, { channel, id: messageIdIn(mark), sid, status, error })
      break
    }
    case 'account':
      syncSoon(tx, context, sender)
      break
    case 'ignored':
      connectionQueries(db).ignored(tx, sender.id, encodeFault(report.reason), now())
  }
}
