import type { FilingColor, Folder } from '#contracts/assistant-filing.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'
import type { Slice } from '../../../http/pagination.ts'

/** A folder and a label of assistants differ only in how many of them an assistant has. */
export type FiledKind = 'folder' | 'label'

interface Named {
  readonly name: string
  readonly color: FilingColor | null
}

interface Stored extends Named {
  readonly name_key: string
}

const stored = ({ name, color }: Named): Stored => ({ name, color, name_key: keyOf(name) })

/** Names are the same if they differ in case only. */
const keyOf = (name: string): string => name.normalize('NFC').toLowerCase()

/** All SQL for folders and labels of assistants, and for what is in them. */
export const filingQueries = oncePerDb((sql) => {
  const setFolder = sql.write<[number | null, number]>(
    'UPDATE assistants SET folder_id = ? WHERE id = ?',
  )
  const folderOf = sql
    .read<[number], number | null>('SELECT folder_id FROM assistants WHERE id = ?')
    .pluck()
  const clearLabels = sql.write<[number]>('DELETE FROM labeled_assistants WHERE assistant_id = ?')
  const addLabel = sql.write<[number, number]>(
    'INSERT OR IGNORE INTO labeled_assistants (assistant_id, label_id) VALUES (?, ?)',
  )
  const labelsOf = sql
    .read<[number], number>(
      'SELECT label_id FROM labeled_assistants WHERE assistant_id = ? ORDER BY label_id',
    )
    .pluck()

  return {
    folder: shelf(
      'assistant_folders',
      'SELECT count(*) FROM assistants WHERE folder_id = filed.id AND deleted_at IS NULL',
    ),
    label: shelf(
      'assistant_labels',
      `SELECT count(*) FROM labeled_assistants JOIN assistants ON assistants.id = assistant_id
       WHERE label_id = filed.id AND deleted_at IS NULL`,
    ),
    setFolder: (tx: Tx, assistantId: number, id: number | null) =>
      setFolder.run(tx, id, assistantId),
    folderOf: (assistantId: number) => folderOf.get(assistantId) ?? null,
    setLabels(tx: Tx, assistantId: number, ids: readonly number[]): void {
      clearLabels.run(tx, assistantId)
      for (const id of ids) addLabel.run(tx, assistantId, id)
    },
    /** Ids of an assistant's labels, ascending. */
    labelsOf: (assistantId: number) => labelsOf.all(assistantId),
  }

  function shelf(table: string, count: string) {
    const select = `SELECT id, name, color, (${count}) AS assistants_count FROM ${table} AS filed`
    const page = sql.read<[number, number, number], Folder>(
      `${select} WHERE user_id = ? ORDER BY name_key LIMIT ? OFFSET ?`,
    )
    const total = sql
      .read<[number], number>(`SELECT count(*) FROM ${table} WHERE user_id = ?`)
      .pluck()
    const find = sql.read<[number, number], Folder>(`${select} WHERE id = ? AND +user_id = ?`)
    const named = sql
      .read<[number, string], number>(`SELECT id FROM ${table} WHERE user_id = ? AND name_key = ?`)
      .pluck()
    const insert = sql.write<[Stored & { userId: number; now: number }]>(`
      INSERT INTO ${table} (user_id, name, name_key, color, created_at)
      VALUES (:userId, :name, :name_key, :color, :now)
    `)
    const update = sql.write<[Stored & { id: number }]>(
      `UPDATE ${table} SET name = :name, name_key = :name_key, color = :color WHERE id = :id`,
    )
    const remove = sql.write<[number]>(`DELETE FROM ${table} WHERE id = ?`)
    return {
      total: (userId: number) => total.get(userId)!,
      page: (userId: number, { limit, offset }: Slice) => page.all(userId, limit, offset),
      find: (userId: number, id: number) => find.get(id, userId),
      /** Id of the one with this name, ignoring case. */
      named: (userId: number, name: string) => named.get(userId, keyOf(name)),
      insert: (tx: Tx, userId: number, filed: Named, now: Date) =>
        Number(insert.run(tx, { ...stored(filed), userId, now: now.getTime() }).lastInsertRowid),
      update: (tx: Tx, id: number, filed: Named) => update.run(tx, { ...stored(filed), id }),
      remove: (tx: Tx, id: number) => remove.run(tx, id),
    }
  }
})
