import type { Label } from '#contracts/labels.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

interface NewLabel {
  readonly userId: number
  readonly name: string
  readonly colour: string
  readonly now: number
}

interface Merge {
  readonly user_id: number
  /** The other label, even if it was deleted meanwhile. */
  readonly into: Label
}

/** Conversations that lose or change a label per transaction, so that no request waits long for the single writer. */
export const SLICE = 500

/** Names are the same if they differ in case only. */
const keyOf = (name: string): string => name.normalize('NFC').toLowerCase()

/** Ids of the labels of a conversation; one that is being merged counts as the one that it is merged into. */
export const LABEL_IDS = `(
  SELECT ifnull(merged_into, had.id) FROM conversation_labels JOIN labels AS had ON had.id = label_id
  WHERE conversation_id = conversations.id
)`

/** JSON: labels of a conversation, by name. */
export const LABELS = `(
  SELECT json_group_array(json_object('id', labels.id, 'name', labels.name, 'colour', labels.colour) ORDER BY labels.name)
  FROM labels WHERE labels.id IN ${LABEL_IDS} AND labels.deleted_at IS NULL
)`

const IN_USE = 'deleted_at IS NULL AND merged_into IS NULL'

/** All SQL for labels and their conversations. */
export const labelQueries = oncePerDb((sql) => {
  const columns = 'id, name, colour'
  const all = sql.read<[number], Label>(
    `SELECT ${columns} FROM labels WHERE user_id = ? AND ${IN_USE} ORDER BY name COLLATE NOCASE`,
  )
  const names = sql.read<[number], Pick<Label, 'id' | 'name'>>(
    'SELECT id, name FROM labels WHERE user_id = ? AND deleted_at IS NULL',
  )
  const find = sql.read<[number, number], Label>(
    `SELECT ${columns} FROM labels WHERE user_id = ? AND id = ? AND ${IN_USE}`,
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
  const beginMerge = sql.write<[{ id: number; into: number }]>(
    // What is being merged into it goes there, too.
    'UPDATE labels SET merged_into = :into WHERE id = :id OR merged_into = :id',
  )
  const merging = sql.read<[number], Label & { user_id: number }>(`
    SELECT into_label.user_id, into_label.id, into_label.name, into_label.colour
    FROM labels JOIN labels AS into_label ON into_label.id = labels.merged_into WHERE labels.id = ?
  `)
  const allMerging = sql
    .read<[], number>('SELECT id FROM labels WHERE merged_into IS NOT NULL ORDER BY id')
    .pluck()
  const some = 'SELECT conversation_id FROM conversation_labels WHERE label_id = :id ORDER BY 1'
  const giveSome = sql.write<[{ id: number; into: number }]>(`
    INSERT OR IGNORE INTO conversation_labels (conversation_id, label_id)
    SELECT conversation_id, :into FROM (${some} LIMIT ${SLICE})
  `)
  const takeSome = sql.write<[{ id: number }]>(`
    DELETE FROM conversation_labels WHERE label_id = :id AND conversation_id IN (${some} LIMIT ${SLICE})
  `)
  const hide = sql.write<[number, number]>('UPDATE labels SET deleted_at = ? WHERE id = ?')
  const show = sql.write<[number]>('UPDATE labels SET deleted_at = NULL WHERE id = ?')
  const deleted = sql.read<[number, number, number], Label>(
    `SELECT ${columns} FROM labels WHERE user_id = ? AND id = ? AND deleted_at >= ? AND merged_into IS NULL`,
  )
  const deletedBefore = sql.read<[number], { id: number; user_id: number }>(`
    SELECT id, user_id FROM labels
    WHERE deleted_at < ? AND merged_into IS NULL AND id NOT IN (
      SELECT merged_into FROM labels WHERE merged_into IS NOT NULL
    )
  `)
  const put = sql.write<[number, number]>(
    'INSERT OR IGNORE INTO conversation_labels (conversation_id, label_id) VALUES (?, ?)',
  )
  // Also what is being merged into it.
  const take = sql.write<[{ conversationId: number; id: number }]>(`
    DELETE FROM conversation_labels WHERE conversation_id = :conversationId AND label_id IN (
      SELECT id FROM labels WHERE id = :id OR merged_into = :id
    )
  `)

  return {
    /** Labels by name, without those that are being merged into another one. */
    all: (userId: number) => all.all(userId),
    /** Number of conversations per label; unused labels are omitted. */
    counts: (userId: number) =>
      new Map(counts.all(userId).map(({ label_id, count }) => [label_id, count])),
    find: (userId: number, id: number) => find.get(userId, id),
    /** Id of the label with this name, ignoring case in every script. */
    named: (userId: number, name: string) =>
      names.all(userId).find((label) => keyOf(label.name) === keyOf(name))?.id,
    /** Number of conversations that have both labels. */
    shared: (id: number, otherId: number) => shared.get(otherId, id)!,
    insert: (tx: Tx, label: NewLabel) => insert.get(tx, label)!,
    update: (tx: Tx, id: number, name: string, colour: string) =>
      update.get(tx, { id, name, colour })!,
    remove(tx: Tx, userId: number, id: number): void {
      remove.run(tx, id)
      removeCounts.run(tx, userId, id)
    },
    /** Begins to merge a label into another one. */
    beginMerge: (tx: Tx, id: number, into: number) => beginMerge.run(tx, { id, into }),
    /** The merge of a label into another one that is under way. */
    merging(id: number): Merge | undefined {
      const row = merging.get(id)
      if (!row) return undefined
      const { user_id, ...into } = row
      return { user_id, into }
    },
    /** Ids of all labels that are being merged into others. */
    allMerging: () => allMerging.all(),
    /** Gives another label to some conversations of one, in place of it; returns how many there were, at most `SLICE`. */
    moveSome(tx: Tx, id: number, into: number): number {
      giveSome.run(tx, { id, into })
      return takeSome.run(tx, { id }).changes
    },
    /** Takes a label from some of its conversations; returns how many there were, at most `SLICE`. */
    takeSome: (tx: Tx, id: number) => takeSome.run(tx, { id }).changes,
    /** Hides a label, which is then deleted for all but `show`. */
    hide: (tx: Tx, id: number, now: number) => hide.run(tx, now, id),
    show: (tx: Tx, id: number) => show.run(tx, id),
    /** A label deleted since a time. */
    deleted: (userId: number, id: number, since: number) => deleted.get(userId, id, since),
    /** Labels deleted before a time. */
    deletedBefore: (time: number) => deletedBefore.all(time),
    /** Adds a label to a conversation; false if it already had it. */
    put: (tx: Tx, conversationId: number, id: number) =>
      put.run(tx, conversationId, id).changes === 1,
    /** Removes a label from a conversation; false if it did not have it. */
    take: (tx: Tx, conversationId: number, id: number) =>
      take.run(tx, { conversationId, id }).changes > 0,
  }
})
