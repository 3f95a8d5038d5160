import type { ContactHoldings, MergedField } from '#contracts/contact-merges.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'
import { isShown } from '../../conversations/labels/shown.ts'
import { bare } from '../../conversations/visitors/merged-queries.ts'
import type { VisitorRow } from '../../conversations/visitors/queries.ts'

/** A merge that has not been undone. */
export interface MergeRow {
  readonly id: number
  readonly user_id: number
  readonly visitor_id: number
  readonly into_visitor_id: number
  /** Details that the contact that stayed shows because of it: JSON. */
  readonly details: string
  readonly operator_id: number | null
  readonly operator_name: string | null
  readonly created_at: number
}

interface NewMerge {
  readonly userId: number
  readonly visitorId: number
  readonly intoId: number
  /** JSON. */
  readonly details: string
  readonly operatorId: number | null
  readonly now: number
}

interface Alike {
  readonly userId: number
  readonly id: number
  /** JSON. */
  readonly emails: string
  readonly phones: string
  readonly name: string | null
}

const MERGE = `
  SELECT contact_merges.*, operators.name AS operator_name
  FROM contact_merges LEFT JOIN operators ON operators.id = operator_id
`

/** A visitor, with everything that was merged into it. */
const TREE = `
  WITH RECURSIVE tree (id) AS (
    SELECT :id UNION SELECT visitor_id FROM contact_merges JOIN tree ON into_visitor_id = tree.id
  )
`

/** All SQL for merged contacts (decision 084). */
export const mergeQueries = oncePerDb((sql) => {
  const visitor = sql.read<[string, number], VisitorRow>(
    'SELECT * FROM visitors WHERE uuid = ? AND +user_id = ?',
  )
  const find = sql.read<[number, number], MergeRow>(
    `${MERGE} WHERE contact_merges.id = ? AND +contact_merges.user_id = ?`,
  )
  const ofVisitor = sql.read<[number], MergeRow>(`${MERGE} WHERE visitor_id = ?`)
  const into = sql.read<[number], MergeRow>(
    `${MERGE} WHERE into_visitor_id = ? ORDER BY contact_merges.id DESC`,
  )
  const tree = sql.read<[{ id: number }], number>(`${TREE} SELECT id FROM tree`).pluck()
  const insert = sql.write<[NewMerge]>(`
    INSERT INTO contact_merges (user_id, visitor_id, into_visitor_id, details, operator_id, created_at)
    VALUES (:userId, :visitorId, :intoId, :details, :operatorId, :now)
  `)
  const remove = sql.write<[number]>('DELETE FROM contact_merges WHERE id = ?')
  const keep = sql.write<[MergedField, number]>(
    "UPDATE contact_merges SET details = json_remove(details, '$.' || ?) WHERE id = ?",
  )
  const show = sql.write<[{ id: number; as: number }]>(
    'UPDATE visitors SET contact_id = :as WHERE id = :id OR contact_id = :id',
  )
  const release = sql.write<[{ id: number }]>(`
    ${TREE} UPDATE visitors SET contact_id = iif(id = :id, NULL, :id) WHERE id IN (SELECT id FROM tree)
  `)
  const identities = sql
    .read<[string], string>(`
      SELECT DISTINCT external_id FROM visitors
      WHERE id IN (SELECT value FROM json_each(?)) AND external_id IS NOT NULL
    `)
    .pluck()
  const holdings = sql.read<[{ ids: string }], ContactHoldings>(`
    WITH theirs AS (
      SELECT id, variables FROM conversations WHERE visitor_id IN (SELECT value FROM json_each(:ids))
    )
    SELECT
      (SELECT count(*) FROM theirs) AS conversations,
      (SELECT count(*) FROM theirs JOIN calls ON calls.conversation_id = theirs.id) AS calls,
      (SELECT count(*) FROM theirs JOIN notes ON notes.conversation_id = theirs.id AND deleted_at IS NULL) AS notes,
      (SELECT count(*) FROM theirs JOIN conversation_labels ON conversation_labels.conversation_id = theirs.id AND ${isShown('label_id')}) AS labels,
      (SELECT count(*) FROM theirs WHERE variables <> '{}') AS variables,
      (SELECT count(*) FROM visitor_pages WHERE visitor_id IN (SELECT value FROM json_each(:ids))) AS pages
  `)
  const others = (field: 'email' | 'phone') =>
    sql
      .read<[{ id: number }], string>(`
        SELECT DISTINCT ${field} COLLATE NOCASE FROM visitors
        WHERE (id = :id OR contact_id = :id) AND ${field} IS NOT NULL
          AND ${field} COLLATE NOCASE IS NOT (SELECT shown_${field} FROM visitors WHERE id = :id)
      `)
      .pluck()
  const emails = others('email')
  const phones = others('phone')
  const alike = sql.read<[Alike], { id: number; kinds: string }>(`
    WITH found (id, kind) AS (
      SELECT ifnull(contact_id, id), 'email' FROM visitors
      WHERE user_id = :userId AND email IS NOT NULL AND email COLLATE NOCASE IN (SELECT value FROM json_each(:emails))
      UNION SELECT ifnull(contact_id, id), 'phone' FROM visitors
      WHERE user_id = :userId AND phone IS NOT NULL AND ${bare('phone')} IN (
        SELECT ${bare('value')} FROM json_each(:phones)
      )
      UNION SELECT id, 'name' FROM visitors
      WHERE user_id = :userId AND contact_id IS NULL AND (shown_name IS NULL) = 0 AND shown_name COLLATE NOCASE = :name
    )
    SELECT id, json_group_array(kind ORDER BY kind) AS kinds FROM found WHERE id <> :id GROUP BY id
    ORDER BY max(kind = 'email') DESC, max(kind = 'phone') DESC, count(*) DESC, id DESC LIMIT 10
  `)

  return {
    /** A visitor by its own id, merged or not. */
    visitor: (userId: number, uuid: string) => visitor.get(uuid, userId),
    find: (userId: number, id: number) => find.get(id, userId),
    /** The merge of this visitor into another one. */
    ofVisitor: (visitorId: number) => ofVisitor.get(visitorId),
    /** The merges into this visitor, newest first. */
    into: (visitorId: number) => into.all(visitorId),
    /** Ids of a visitor and of everything that was merged into it. */
    tree: (id: number) => tree.all({ id }),
    insert: (tx: Tx, merge: NewMerge) => Number(insert.run(tx, merge).lastInsertRowid),
    remove: (tx: Tx, id: number) => remove.run(tx, id),
    /** Makes a merge leave a detail as it was. */
    keep: (tx: Tx, id: number, name: MergedField) => keep.run(tx, name, id),
    /** Shows a contact with its parts as another one. */
    show: (tx: Tx, id: number, as: number) => show.run(tx, { id, as }),
    /** Shows a visitor as itself again, and as it everything that was merged into it. */
    release: (tx: Tx, id: number) => release.run(tx, { id }),
    /** Different identities that websites have verified among these visitors. */
    identities: (ids: readonly number[]) => identities.all(JSON.stringify(ids)),
    holdings: (ids: readonly number[]) => holdings.get({ ids: JSON.stringify(ids) })!,
    /** Addresses of a contact besides the one that it shows. */
    emails: ({ id }: Pick<VisitorRow, 'id'>) => emails.all({ id }),
    phones: ({ id }: Pick<VisitorRow, 'id'>) => phones.all({ id }),
    /** Contacts with an equal address, number or name, likeliest first; `kinds` is JSON. */
    alike: (wanted: Alike) => alike.all(wanted),
  }
})
