import type { Label } from '#contracts/labels.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

interface NewLabel {
  readonly userId: number
  readonly name: string
  readonly colour: string
  readonly now: number
}

/** JSON: labels of a conversation, by name. */
export const LABELS = `(
  SELECT json_group_array(json_object('id', labels.id, 'name', labels.name, 'colour', labels.colour) ORDER BY labels.name)
  FROM conversation_labels JOIN labels ON labels.id = label_id WHERE conversation_id = conversations.id
)`

/** All SQL for labels and their conversations. */
export const labelQueries = oncePerDb((sql) => {
  const columns = 'id, name, colour'
  const all = sql.read<[number], Label>(
    `SELECT ${columns} FROM labels WHERE user_id = ? ORDER BY name COLLATE NOCASE`,
  )
  const find = sql.read<[number, number], Label>(
    `SELECT ${columns} FROM labels WHERE user_id = ? AND id = ?`,
  )
  const named = sql
    .read<[number, string], number>(
      'SELECT id FROM labels WHERE user_id = ? AND name = ? COLLATE NOCASE',
    )
    .pluck()
  const insert = sql.write<[NewLabel], Label>(`
    INSERT INTO labels (user_id, name, colour, created_at) VALUES (:userId, :name, :colour, :now)
    RETURNING ${columns}
  `)
  const update = sql.write<[{ id: number; name: string; colour: string }], Label>(
    `UPDATE labels SET name = :name, colour = :colour WHERE id = :id RETURNING ${columns}`,
  )
  const remove = sql.write<[number]>('DELETE FROM labels WHERE id = ?')
  const removeCounts = sql.write<[number, number]>(
    'DELETE FROM inbox_counts WHERE user_id = ? AND label_id = ?',
  )
  const counts = sql.read<[number], { label_id: number; count: number }>(`
    SELECT label_id, sum(count) AS count FROM inbox_counts
    WHERE user_id = ? AND label_id > 0 GROUP BY label_id
  `)
  const put = sql.write<[number, number]>(
    'INSERT OR IGNORE INTO conversation_labels (conversation_id, label_id) VALUES (?, ?)',
  )
  const take = sql.write<[number, number]>(
    'DELETE FROM conversation_labels WHERE conversation_id = ? AND label_id = ?',
  )

  return {
    all: (userId: number) => all.all(userId),
    /** Number of conversations per label; unused labels are omitted. */
    counts: (userId: number) =>
      new Map(counts.all(userId).map(({ label_id, count }) => [label_id, count])),
    find: (userId: number, id: number) => find.get(userId, id),
    /** Id of the label with this name, ignoring case. */
    named: (userId: number, name: string) => named.get(userId, name),
    insert: (tx: Tx, label: NewLabel) => insert.get(tx, label)!,
    update: (tx: Tx, id: number, name: string, colour: string) =>
      update.get(tx, { id, name, colour })!,
    remove(tx: Tx, userId: number, id: number): void {
      remove.run(tx, id)
      removeCounts.run(tx, userId, id)
    },
    /** Adds a label to a conversation; false if it already had it. */
    put: (tx: Tx, conversationId: number, id: number) =>
      put.run(tx, conversationId, id).changes === 1,
    /** Removes a label from a conversation; false if it did not have it. */
    take: (tx: Tx, conversationId: number, id: number) =>
      take.run(tx, conversationId, id).changes === 1,
  }
})
