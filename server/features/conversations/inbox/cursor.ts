import { fault } from '#contracts/faults.ts'
import { InvalidFields } from '../../../errors.ts'

/** A position in the inbox by latest activity: the next rows come after these values. */
export interface InboxCursor {
  readonly updatedAt: number
  readonly id: number
}

/** A position among those who wait, longest waiting first, or among replies that are due, the earliest first. */
export interface WaitCursor {
  /** Start of the wait, or time at which the reply is due, ms since 1970. */
  readonly since: number
  readonly id: number
}

/** Before the first row. */
export const TOP: InboxCursor = { updatedAt: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER }

/** Parses the output of `printInboxCursor`; undefined is the top. */
export function parseInboxCursor(text: string | undefined): InboxCursor {
  if (text === undefined) return TOP
  const parts = /^(\d{1,15})-(\d{1,15})$/.exec(text)
  if (!parts) throw new InvalidFields({ before: [fault('invalid')] })
  return { updatedAt: Number(parts[1]), id: Number(parts[2]) }
}

/** Before the first who waits. */
export const FIRST_WAITING: WaitCursor = { since: 0, id: 0 }

/**
 * Position in the inbox by longest waiting: among those who wait, or undefined once they are all listed and the others follow by
 * latest activity, whose cursors `parseInboxCursor` reads.
 */
export function parseWaitCursor(text: string | undefined): WaitCursor | undefined {
  if (text === undefined) return FIRST_WAITING
  const parts = /^w(\d{1,15})-(\d{1,15})$/.exec(text)
  return parts ? { since: Number(parts[1]), id: Number(parts[2]) } : undefined
}

export const printWaitCursor = ({ since, id }: WaitCursor): string => `w${since}-${id}`

/** Position among conversations with unread mentions; undefined once they are all listed, as in `parseWaitCursor`. */
export const parseMentionCursor = (text: string | undefined): InboxCursor | undefined =>
  text === undefined || text.startsWith('m') ? parseInboxCursor(text?.slice(1)) : undefined

export const printMentionCursor = (cursor: InboxCursor): string => `m${printInboxCursor(cursor)}`

export function printInboxCursor({ updatedAt, id }: InboxCursor): string {
  return `${updatedAt}-${id}`
}
