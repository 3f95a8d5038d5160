/*
 * Limits and names that the server and browsers share. No schema is declared here, so a screen has them without zod.
 */

/** Largest attachment, in bytes. */
export const MAX_ATTACHMENT = 10 * 1024 * 1024

/** Most attachments of a message. */
export const MAX_ATTACHMENTS = 10

/** Longest draft, in code points: more than a message holds, for what is still to be shortened. */
export const MAX_DRAFT = 10_000

/** Longest note, in code points. */
export const MAX_NOTE = 10_000

/** Longest text of an SMS, in characters. */
export const MAX_SMS = 300

/** Longest message a visitor or an operator may send, in code points. */
export const MAX_MESSAGE = 2000

/** Most calls of one import. */
export const MAX_IMPORT = 10_000

/** Most conversations that an export names in its address: every proxy must take an address of that length. */
export const EXPORTED_BY_ID = 200

/** Header of an export: its number of rows, sent before the first of them. */
export const TOTAL_HEADER = 'X-Total-Count'
