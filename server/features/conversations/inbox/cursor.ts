import { fault } from '#contracts/faults.ts'
import { InvalidFields } from '../../../errors.ts'

/** A position in the inbox: the next rows come after these values. */
export interface InboxCursor {
  readonly updatedAt: number
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

export function printInboxCursor({ updatedAt, id }: InboxCursor): string {
  return `${updatedAt}-${id}`
}
