import type { VersionAuthor } from '#contracts/assistant-settings.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import { sealingOf } from '../../db/sealing.ts'
import type { Tx } from '../../db/write.ts'
import { CALENDAR_KEYS_KEPT, opened, sealed } from '../platform/secrets/places.ts'

/** A version as stored. */
export interface VersionRow {
  readonly number: number
  readonly author_kind: VersionAuthor['kind']
  readonly author_name: string | null
  readonly note: string | null
  readonly restored_from: number | null
  /** JSON. */
  readonly changed: string
  readonly created_at: number
}

/** A version with all settings, JSON. */
export interface WholeVersionRow extends VersionRow {
  readonly settings: string
}

const COLUMNS = 'number, author_kind, author_name, note, restored_from, changed, created_at'

/** All SQL for versions of assistants. Calendar keys are sealed in the database and in plain text in these rows. */
export const versionQueries = oncePerDb((sql, db) => {
  const insert = sql.write<[WholeVersionRow & { assistantId: number }]>(`
    INSERT INTO assistant_versions (assistant_id, ${COLUMNS}, settings)
    VALUES (
      :assistantId, :number, :author_kind, :author_name, :note, :restored_from, :changed, :created_at, :settings
    )
  `)
  const prune = sql.write<[number, number]>(
    'DELETE FROM assistant_versions WHERE assistant_id = ? AND number <= ?',
  )
  const latest = sql.read<[number], WholeVersionRow>(
    `SELECT ${COLUMNS}, settings FROM assistant_versions WHERE assistant_id = ? ORDER BY number DESC LIMIT 1`,
  )
  const list = sql.read<[number], VersionRow>(
    `SELECT ${COLUMNS} FROM assistant_versions WHERE assistant_id = ? ORDER BY number DESC`,
  )
  const find = sql.read<[number, number], WholeVersionRow>(
    `SELECT ${COLUMNS}, settings FROM assistant_versions WHERE assistant_id = ? AND number = ?`,
  )
  const keyName = sql
    .read<[number, number], string>('SELECT name FROM api_keys WHERE id = ? AND user_id = ?')
    .pluck()

  const inClear = (row: WholeVersionRow | undefined): WholeVersionRow | undefined =>
    row && { ...row, settings: opened(sealingOf(db), CALENDAR_KEYS_KEPT, row.settings) }

  return {
    /** Name of an account's API key, as the author of versions saved with it. */
    keyName: (userId: number, id: number) => keyName.get(id, userId),
    insert(tx: Tx, assistantId: number, version: WholeVersionRow) {
      const before = latest.get(assistantId)?.settings
      const settings = sealed(sealingOf(db), CALENDAR_KEYS_KEPT, version.settings, before)
      insert.run(tx, { assistantId, ...version, settings })
    },
    /** Deletes versions up to a number. */
    prune: (tx: Tx, assistantId: number, upTo: number) => prune.run(tx, assistantId, upTo),
    latest: (assistantId: number) => inClear(latest.get(assistantId)),
    list: (assistantId: number) => list.all(assistantId),
    find: (assistantId: number, number: number) => inClear(find.get(assistantId, number)),
  }
})
