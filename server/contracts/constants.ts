/* Limits and names shared by the server and browsers. No schemas here, so screens can import them without zod. */

/** Maximum size of an attachment, bytes. */
export const MAX_ATTACHMENT = 10 * 1024 * 1024

/** Maximum attachments per message. */
export const MAX_ATTACHMENTS = 10

/** Maximum length of a draft, in code points: longer than a reply, to leave room for editing it down. */
export const MAX_DRAFT = 20_000

/** Maximum size of the picture of an assistant or operator, bytes. */
export const MAX_PICTURE = 100 * 1024

/** Smallest and largest side of such a picture, which is square, pixels. */
export const PICTURE_SIDES = [64, 512] as const

/** Maximum length of a note, in code points. */
export const MAX_NOTE = 10_000

/** Maximum length of an SMS, in characters. */
export const MAX_SMS = 300

/** Maximum length of a visitor's message, in code points. */
export const MAX_MESSAGE = 2000

/** Maximum length of a reply that an operator writes or edits, in code points. */
export const MAX_REPLY = 10_000

/** Maximum calls per import. */
export const MAX_IMPORT = 10_000

/** Maximum conversations that an export can list in its URL, which every proxy must accept at that length. */
export const EXPORTED_BY_ID = 200

/** Response header of an export: its number of rows, sent ahead of them. */
export const TOTAL_HEADER = 'X-Total-Count'

/** Address of Telegram's own bot API. */
export const BOT_API = 'https://api.telegram.org'

/** Address of WhatsApp's own cloud API, with its version. */
export const CLOUD_API = 'https://graph.facebook.com/v23.0'
