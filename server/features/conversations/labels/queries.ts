import type { Label } from '#contracts/labels.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

interface NewLabel {
  readonly userId: number
  readonly name: string
  readonly colour: string
  readonly now: number
}

/** Names are the same if they differ in case only. */
const keyOf = (name: string): string => name.normalize('NFC').toLowerCase()

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
  const shared = sql
    .read<[number, number], number>(`
      SELECT count(*) FROM conversation_labels AS one
      JOIN conversation_labels AS other ON other.conversation_id = one.conversation_id AND other.label_id = ?
      WHERE one.label_id = ?
    `)
    .pluck()
  const move = sql.write<[number, number]>(`
    INSERT OR IGNORE INTO conversation_labels (conversation_id, label_id)
    SELECT conversation_id, ? FROM conversation_labels WHERE label_id = ?
  `)
  const keep = sql.write<[number, number]>(`
    INSERT INTO deleted_labels (id, user_id, name, colour, created_at, deleted_at)
    SELECT id, user_id, name, colour, created_at, ? FROM labels WHERE id = ?
  `)
  const keepConversations = sql.write<[number]>(`
    INSERT INTO deleted_label_conversations (label_id, conversation_id)
    SELECT label_id, conversation_id FROM conversation_labels WHERE label_id = ?
  `)
  const deleted = sql.read<[number, number, number], Label>(
    `SELECT ${columns} FROM deleted_labels WHERE user_id = ? AND id = ? AND deleted_at >= ?`,
  )
  const restore = sql.write<[number]>(`
    INSERT INTO labels (id, user_id, name, colour, created_at)
    SELECT id, user_id, name, colour, created_at FROM deleted_labels WHERE id = ?
  `)
  const restoreConversations = sql.write<[number]>(`
    INSERT INTO conversation_labels (conversation_id, label_id)
    SELECT conversation_id, label_id FROM deleted_label_conversations WHERE label_id = ?
  `)
  const forget = sql.write<[number]>('DELETE FROM deleted_labels WHERE id = ?')
  const forgetBefore = sql.write<[number]>('DELETE FROM deleted_labels WHERE deleted_at < ?')
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
    /** Id of the label with this name, ignoring case in every script. */
    named: (userId: number, name: string) =>
      all.all(userId).find((label) => keyOf(label.name) === keyOf(name))?.id,
    /** Number of conversations that have both labels. */
    shared: (id: number, otherId: number) => shared.get(otherId, id)!,
    insert: (tx: Tx, label: NewLabel) => insert.get(tx, label)!,
    update: (tx: Tx, id: number, name: string, colour: string) =>
      update.get(tx, { id, name, colour })!,
    remove(tx: Tx, userId: number, id: number): void {
      remove.run(tx, id)
      removeCounts.run(tx, userId, id)
    },
    /** Gives all conversations of a label another one as well. */
    move: (tx: Tx, id: number, into: number) => move.run(tx, into, id),
    /** Keeps a label that is about to be deleted. */
    keep(tx: Tx, id: number, now: number): void {
      keep.run(tx, now, id)
      keepConversations.run(tx, id)
    },
    /** Forgets labels that were deleted before a time. */
    forgetBefore: (tx: Tx, before: number) => forgetBefore.run(tx, before),
    /** A label deleted since a time. */
    deleted: (userId: number, id: number, since: number) => deleted.get(userId, id, since),
    /** Brings a deleted label back, with those of its conversations that still exist. */
    restore(tx: Tx, id: number): void {
      restore.run(tx, id)
      restoreConversations.run(tx, id)
      forget.run(tx, id)
    },
    /** Adds a label to a conversation; false if it already had it. */
    put: (tx: Tx, conversationId: number, id: number) =>
      put.run(tx, conversationId, id).changes === 1,
    /** Removes a label from a conversation; false if it did not have it. */
    take: (tx: Tx, conversationId: number, id: number) =>
      take.run(tx, conversationId, id).changes === 1,
  }
})
