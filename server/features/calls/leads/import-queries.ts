import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'
import type { ImportedLead } from './import-rows.ts'

/** An import in progress. */
export interface LeadImportRow {
  readonly id: number
  readonly user_id: number
  readonly campaign_id: number
  readonly may_repeat: 0 | 1
  readonly added: number
}

/** SQL for importing leads. */
export const leadImportQueries = oncePerDb((sql) => {
  const begin = sql
    .write<[number, number, 0 | 1], number>(
      'INSERT INTO lead_imports (user_id, campaign_id, may_repeat) VALUES (?, ?, ?) RETURNING id',
    )
    .pluck()
  const accept = sql.write<[number]>('UPDATE lead_imports SET is_whole = 1 WHERE id = ?')
  const accepted = sql.read<[number], LeadImportRow>(
    'SELECT id, user_id, campaign_id, may_repeat, added FROM lead_imports WHERE id = ? AND is_whole',
  )
  const left = sql.read<[], { readonly id: number; readonly is_whole: 0 | 1 }>(
    'SELECT id, is_whole FROM lead_imports ORDER BY id',
  )
  const count = sql.write<[number, number]>(
    'UPDATE lead_imports SET added = added + ? WHERE id = ?',
  )
  const end = sql.write<[number]>('DELETE FROM lead_imports WHERE id = ?')
  const insertSlice = sql.write<[number, number, string]>(
    'INSERT INTO lead_import_slices (import_id, place, leads) VALUES (?, ?, ?)',
  )
  const takeSlice = sql
    .write<[number], string>(`
      DELETE FROM lead_import_slices WHERE rowid = (
        SELECT rowid FROM lead_import_slices WHERE import_id = ? ORDER BY place LIMIT 1
      ) RETURNING leads
    `)
    .pluck()

  return {
    /** Creates an import that is not accepted yet. */
    begin: (tx: Tx, userId: number, campaignId: number, mayRepeat: boolean) =>
      begin.get(tx, userId, campaignId, mayRepeat ? 1 : 0)!,
    /** Accepts an import: from now on it will be completed, even after a crash. */
    accept: (tx: Tx, id: number) => accept.run(tx, id),
    accepted: (id: number) => accepted.get(id),
    /** Unfinished imports, accepted or not. */
    left: () => left.all(),
    /** Adds to the number of leads that an import has added. */
    count: (tx: Tx, id: number, by: number) => count.run(tx, by, id),
    end: (tx: Tx, id: number) => end.run(tx, id),
    insertSlice: (tx: Tx, id: number, place: number, json: string) =>
      insertSlice.run(tx, id, place, json),
    takeSlice(tx: Tx, id: number): ImportedLead[] | undefined {
      const json = takeSlice.get(tx, id)
      return json === undefined ? undefined : JSON.parse(json)
    },
  }
})
