import type { AnsweredBy, CallStatus, CallType } from '#contracts/enums.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

/** A call of another system, every column of it. */
export interface ImportedRow {
  readonly userId: number
  readonly assistantId: number
  readonly campaignId: number | null
  readonly type: CallType
  readonly status: CallStatus
  readonly assistantNumber: string | null
  readonly clientNumber: string | null
  readonly clientDigits: string | null
  readonly duration: number
  readonly transcript: string
  readonly variables: string
  readonly evaluation: string
  readonly webhookResponse: string
  readonly carrierCost: number
  readonly totalCost: number
  readonly answeredBy: AnsweredBy
  readonly recording: string | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** All SQL about taking calls over from elsewhere. */
export const callImportQueries = oncePerDb((sql) => {
  const insert = sql.write<[ImportedRow]>(`
    INSERT INTO calls (
      user_id, assistant_id, campaign_id, type, status, assistant_phone_number, client_phone_number, client_digits,
      duration, transcript, variables, evaluation, webhook_response, carrier_cost, total_cost, answered_by, recording,
      provider, created_at, updated_at
    ) VALUES (
      :userId, :assistantId, :campaignId, :type, :status, :assistantNumber, :clientNumber, :clientDigits,
      :duration, :transcript, :variables, :evaluation, :webhookResponse, :carrierCost, :totalCost, :answeredBy, :recording,
      'import', :createdAt, :updatedAt
    )
  `)
  const campaign = sql
    .read<[number, string], number>(
      'SELECT id FROM campaigns WHERE user_id = ? AND name = ? ORDER BY id LIMIT 1',
    )
    .pluck()
  const insertCampaign = sql.write<[number, string, number]>(
    'INSERT INTO campaigns (user_id, name, created_at) VALUES (?, ?, ?)',
  )

  return {
    insert: (tx: Tx, row: ImportedRow) => insert.run(tx, row),
    /** The campaign of an account with this name; a new one where there is none. */
    campaign: (tx: Tx, userId: number, name: string, now: Date) =>
      campaign.get(userId, name) ??
      Number(insertCampaign.run(tx, userId, name, now.getTime()).lastInsertRowid),
  }
})
