import type { AnsweredBy, CallStatus, CallType } from '#contracts/enums.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

/** A call from another system, without the columns that are determined on insertion. */
export interface ImportedRow {
  readonly assistantId: number
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

/** A staged call. */
export interface WaitingCall {
  readonly row: ImportedRow
  /** Name of its campaign; empty if it has none. */
  readonly campaign: string
}

/** An import in progress. */
interface ImportRow {
  readonly id: number
  readonly user_id: number
  readonly count: number
}

/** SQL for importing calls. */
export const callImportQueries = oncePerDb((sql) => {
  const insert = sql.write<[ImportedRow & { userId: number; campaignId: number | null }]>(`
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
  const begin = sql
    .write<[number, number], number>(
      'INSERT INTO call_imports (user_id, count) VALUES (?, ?) RETURNING id',
    )
    .pluck()
  const accept = sql.write<[number]>('UPDATE call_imports SET is_whole = 1 WHERE id = ?')
  const accepted = sql.read<[number], ImportRow>(
    'SELECT id, user_id, count FROM call_imports WHERE id = ? AND is_whole',
  )
  const left = sql.read<[], { readonly id: number; readonly is_whole: 0 | 1 }>(
    'SELECT id, is_whole FROM call_imports ORDER BY id',
  )
  const end = sql.write<[number]>('DELETE FROM call_imports WHERE id = ?')
  const insertSlice = sql.write<[number, number, string]>(
    'INSERT INTO call_import_slices (import_id, place, calls) VALUES (?, ?, ?)',
  )
  const takeSlice = sql
    .write<[number], string>(`
      DELETE FROM call_import_slices WHERE rowid = (
        SELECT rowid FROM call_import_slices WHERE import_id = ? ORDER BY place LIMIT 1
      ) RETURNING calls
    `)
    .pluck()

  return {
    insert: (tx: Tx, userId: number, campaignId: number | null, row: ImportedRow) =>
      insert.run(tx, { ...row, userId, campaignId }),
    /** Creates an import that is not accepted yet. */
    begin: (tx: Tx, userId: number, count: number) => begin.get(tx, userId, count)!,
    /** Accepts an import: from now on it will be completed, even after a crash. */
    accept: (tx: Tx, id: number) => accept.run(tx, id),
    accepted: (id: number) => accepted.get(id),
    /** Unfinished imports, accepted or not. */
    left: () => left.all(),
    end: (tx: Tx, id: number) => end.run(tx, id),
    insertSlice: (tx: Tx, id: number, place: number, json: string) =>
      insertSlice.run(tx, id, place, json),
    /** Removes and returns the next staged slice; undefined if none is left. */
    takeSlice(tx: Tx, id: number): WaitingCall[] | undefined {
      const json = takeSlice.get(tx, id)
      return json === undefined ? undefined : JSON.parse(json)
    },
    /** The campaign of an account with this name; a new one where there is none. */
    campaign: (tx: Tx, userId: number, name: string, now: Date) =>
      campaign.get(userId, name) ??
      Number(insertCampaign.run(tx, userId, name, now.getTime()).lastInsertRowid),
  }
})
