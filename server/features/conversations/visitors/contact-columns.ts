/** Joins the visitor of a conversation as `own`, and the contact that it is shown as at the desk as `visitors` (decision 084). */
export const CONTACT_OF_CONVERSATION = `
  LEFT JOIN visitors AS own ON own.id = conversations.visitor_id
  LEFT JOIN visitors ON visitors.id = ifnull(own.contact_id, own.id)
`

/** JSON: ids of the visitors that were merged into a contact of `visitors`; null if there are none. */
export const PARTS = `(
  SELECT nullif(json_group_array(parts.id), '[]') FROM visitors AS parts WHERE parts.contact_id = visitors.id
)`

/** The contact that a conversation's visitor is shown as. */
export interface OfContact {
  readonly contact_id: number | null
  /** JSON: ids of the visitors merged into it. */
  readonly contact_parts: string | null
  readonly visitor_uuid: string | null
  readonly visitor_name: string | null
}

/** Columns of `OfContact`. */
export const CONTACT = `
  visitors.id AS contact_id, ${PARTS} AS contact_parts, visitors.uuid AS visitor_uuid, visitors.shown_name AS visitor_name
`
