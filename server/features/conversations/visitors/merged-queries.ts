import { oncePerDb } from '../../../db/once-per-db.ts'

interface Address {
  readonly userId: number
  readonly address: string
}

/** A number in any notation as E.164 has it, apart from the country code; the index on it has the same words. */
export const bare = (phone: string): string =>
  ['-', '(', ')', '.', '/'].reduce(
    (text, mark) => `replace(${text}, '${mark}', '')`,
    `replace(${phone}, ' ', '')`,
  )

/** Visitors shown as the same contacts as those of `found`. */
const TOGETHER = `
  SELECT DISTINCT parts.id FROM found
  JOIN visitors AS one ON one.id = found.id
  JOIN visitors AS parts ON parts.id = ifnull(one.contact_id, one.id) OR parts.contact_id = ifnull(one.contact_id, one.id)
`

/** Numbers of the visitors of `together`. */
const NUMBERS = `
  SELECT ${bare('phone')} FROM visitors JOIN together USING (id) WHERE phone IS NOT NULL
  UNION SELECT customer_identifier FROM together JOIN conversations ON visitor_id = together.id
  WHERE customer_identifier IS NOT NULL
  UNION SELECT customer FROM together JOIN conversations ON visitor_id = together.id
  JOIN messenger_conversations ON conversation_id = conversations.id
`

/** All SQL for visitors that are shown as one contact. */
export const mergedQueries = oncePerDb((sql) => {
  const shown = sql
    .read<[number], string>(`
      SELECT contacts.uuid
      FROM visitors JOIN visitors AS contacts ON contacts.id = ifnull(visitors.contact_id, visitors.id)
      WHERE visitors.id = ?
    `)
    .pluck()
  const together = sql
    .read<[number], string>(`
      SELECT json_group_array(parts.id ORDER BY parts.contact_id IS NOT NULL, parts.id)
      FROM visitors JOIN visitors AS parts
        ON parts.id = ifnull(visitors.contact_id, visitors.id) OR parts.contact_id = ifnull(visitors.contact_id, visitors.id)
      WHERE visitors.id = ?
    `)
    .pluck()
  const hasMerges = sql
    .read<[number], number>('SELECT EXISTS (SELECT 1 FROM contact_merges WHERE user_id = ?)')
    .pluck()
  const numbers = sql
    .read<[Address], string>(`
      WITH found AS (
        SELECT id FROM visitors WHERE user_id = :userId AND phone IS NOT NULL AND ${bare('phone')} = :address
        UNION SELECT visitor_id FROM conversations
        WHERE assistant_id IN (SELECT id FROM assistants WHERE user_id = :userId) AND customer_identifier = :address
          AND visitor_id IS NOT NULL
        UNION SELECT visitor_id FROM messenger_conversations JOIN conversations ON conversations.id = conversation_id
        WHERE sender_id IN (SELECT id FROM messenger_senders WHERE user_id = :userId) AND customer = :address
          AND visitor_id IS NOT NULL
      ), together AS (${TOGETHER})
      ${NUMBERS}
    `)
    .pluck()
  const numbersOf = sql
    .read<[number], string>(`WITH found AS (SELECT ? AS id), together AS (${TOGETHER}) ${NUMBERS}`)
    .pluck()
  const idsWith = (visitorId: number): readonly number[] => {
    const row = together.get(visitorId)
    return row === undefined ? [] : (JSON.parse(row) as number[])
  }
  return {
    /** Ids of everything shown as the same contact as a visitor, that contact first; none if it was erased. */
    idsWith,
    /** The contact that a visitor is shown as, with everything merged into it. */
    shownAs(
      visitorId: number,
    ): { readonly uuid: string; readonly ids: readonly number[] } | undefined {
      const uuid = shown.get(visitorId)
      return uuid === undefined ? undefined : { uuid, ids: idsWith(visitorId) }
    },
    /** Telephone numbers of the contact that a visitor is shown as. */
    numbersOf: (visitorId: number) => numbersOf.all(visitorId),
    /** The number, and all others of the same person, for as long as their contacts are merged. */
    numbersWith(userId: number, number: string): readonly string[] {
      if (hasMerges.get(userId) === 0) return [number]
      return [...new Set([number, ...numbers.all({ userId, address: number })])]
    },
  }
})

/** Email addresses of the contact of a conversation's visitor, `visitors`. */
export const EMAILS_OF_CONTACT = `(
  SELECT email FROM visitors AS parts
  WHERE parts.id = ifnull(visitors.contact_id, visitors.id) OR parts.contact_id = ifnull(visitors.contact_id, visitors.id)
)`
