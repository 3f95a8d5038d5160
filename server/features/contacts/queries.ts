import { hidden } from '../../db/hidden.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'
import { PARTS } from '../conversations/visitors/contact-columns.ts'
import type { VisitorRow } from '../conversations/visitors/queries.ts'

export interface ContactRow extends VisitorRow {
  readonly assistant_name: string
  readonly conversation_count: number
  /** JSON: ids of the visitors merged into it; null if there are none. */
  readonly parts: string | null
  /** Its verified identity, or that of a part. */
  readonly shown_external_id: string | null
}

/** Filter of an account's contacts. */
export interface ContactFilter {
  readonly userId: number
  /** FTS5 query; for shorter text, `prefix` of a name. */
  readonly match?: string | undefined
  readonly prefix?: string | undefined
  /** Visitor ids, JSON. */
  readonly among?: string | undefined
}

interface Slice {
  readonly limit: number
  readonly offset: number
}

interface Details {
  readonly id: number
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly notes: string | null
}

const CONTACT = `
  SELECT visitors.*, assistants.name AS assistant_name,
    (SELECT count(*) FROM conversations WHERE conversations.visitor_id = visitors.id) + (
      SELECT count(*) FROM visitors AS parts JOIN conversations ON conversations.visitor_id = parts.id
      WHERE parts.contact_id = visitors.id
    ) AS conversation_count,
    ${PARTS} AS parts,
    ifnull(visitors.external_id, (
      SELECT external_id FROM visitors AS parts
      WHERE parts.contact_id = visitors.id AND external_id IS NOT NULL LIMIT 1
    )) AS shown_external_id
  FROM visitors JOIN assistants ON assistants.id = visitors.assistant_id
`

/** Sort orders of the list, each with its index. */
const SORTS = {
  last_seen: {
    index: 'visitors_by_last_seen',
    order: 'visitors.seen_at DESC, visitors.id DESC',
  },
  name: {
    index: 'visitors_by_name',
    order: '(visitors.shown_name IS NULL), visitors.shown_name COLLATE NOCASE, visitors.id',
  },
} as const
export type ContactSort = keyof typeof SORTS

/** FROM and WHERE clause of each filter. */
const NARROWED = {
  all: (index: string) =>
    `FROM visitors INDEXED BY ${index} WHERE user_id = :userId AND contact_id IS NULL`,
  match: () => `
    FROM (
      SELECT DISTINCT ifnull(visitors.contact_id, visitors.id) AS found
      FROM contacts_fts CROSS JOIN visitors ON visitors.id = contacts_fts.rowid
      WHERE contacts_fts MATCH :match AND visitors.user_id = :userId
    ) CROSS JOIN visitors ON visitors.id = found
  `,
  prefix: () => `
    FROM visitors INDEXED BY visitors_by_name
    WHERE user_id = :userId AND contact_id IS NULL AND (shown_name IS NULL) = 0 AND shown_name COLLATE NOCASE >= :prefix
      AND shown_name COLLATE NOCASE < :prefix || char(1114111)
  `,
  among: () => `
    FROM (
      SELECT DISTINCT ifnull(visitors.contact_id, visitors.id) AS found
      FROM json_each(:among) AS online CROSS JOIN visitors ON visitors.id = online.value
      WHERE visitors.user_id = :userId
    ) CROSS JOIN visitors ON visitors.id = found
  `,
} as const

/** All SQL for contacts: visitors as shown at the desk, where those that were merged are one. */
export const contactQueries = oncePerDb((sql) => {
  const lists = Object.fromEntries(
    Object.entries(NARROWED).map(([kind, from]) => [
      kind,
      {
        count: sql
          .read<[ContactFilter], number>(`SELECT count(*) ${from('visitors_by_last_seen')}`)
          .pluck(),
        pages: Object.fromEntries(
          Object.entries(SORTS).map(([sort, { index, order }]) => [sort, page(from(index), order)]),
        ),
        ids: Object.fromEntries(
          Object.entries(SORTS).map(([sort, { index, order }]) => [
            sort,
            sql
              .read<[ContactFilter], number>(`SELECT visitors.id ${from(index)} ORDER BY ${order}`)
              .pluck(),
          ]),
        ),
      },
    ]),
  )

  /** Paginates on the index alone, without joins for skipped rows. */
  function page(from: string, order: string) {
    return sql.read<[ContactFilter & Slice], ContactRow>(`
      ${CONTACT} JOIN (
        SELECT visitors.id AS listed ${from} ORDER BY ${order} LIMIT :limit OFFSET :offset
      ) ON listed = visitors.id
      ORDER BY ${order}
    `)
  }

  const byIds = sql.read<[string], ContactRow>(`
    ${CONTACT} JOIN json_each(?) AS wanted ON wanted.value = visitors.id ORDER BY wanted.key
  `)
  const total = sql
    .read<[number], number>('SELECT total FROM contact_counts WHERE user_id = ?')
    .pluck()
  const ofUser = sql.read<[string, number], ContactRow>(
    `${CONTACT} WHERE visitors.id = (
      SELECT ifnull(contact_id, id) FROM visitors WHERE uuid = ${hidden('?')} AND +user_id = ?
    )`,
  )
  const change = sql.write<[Details]>(`
    UPDATE visitors SET
      name = iif(:name IS shown_name, name, :name), email = iif(:email IS shown_email, email, :email),
      phone = iif(:phone IS shown_phone, phone, :phone), notes = iif(:notes IS shown_notes, notes, :notes)
    WHERE id = :id
  `)

  const kindOf = ({ match, prefix, among }: ContactFilter): keyof typeof NARROWED => {
    if (among !== undefined) return 'among'
    if (match !== undefined) return 'match'
    return prefix === undefined ? 'all' : 'prefix'
  }

  return {
    count(filter: ContactFilter): number {
      const kind = kindOf(filter)
      return kind === 'all' ? (total.get(filter.userId) ?? 0) : lists[kind]!.count.get(filter)!
    },
    page: (filter: ContactFilter, sort: ContactSort, slice: Slice) =>
      lists[kindOf(filter)]!.pages[sort]!.all({ ...filter, ...slice }),
    /** All ids in the list, in order. */
    ids: (filter: ContactFilter, sort: ContactSort) =>
      lists[kindOf(filter)]!.ids[sort]!.all(filter),
    /** Contacts in the order of the given ids; deleted ones are omitted. */
    byIds: (ids: readonly number[]) => byIds.all(JSON.stringify(ids)),
    /** A contact by its id, or by that of one that was merged into it. */
    ofUser: (userId: number, uuid: string) => ofUser.get(uuid, userId),
    /** Stores details as a contact's own; those that it shows already are unchanged. */
    change: (tx: Tx, details: Details) => change.run(tx, details),
  }
})
