import { fault } from '#contracts/faults.ts'
import { InvalidFields } from '../../../errors.ts'

/** A place in the inbox: rows come after the one with these values. */
export interface InboxCursor {
  readonly updatedAt: number
  readonly id: number
}

/** Before every row. */
export const TOP: InboxCursor = { updatedAt: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER }

/** Reads what `printInboxCursor` wrote; without it, the top. */
export function parseInboxCursor(text: string | undefined): InboxCursor {
  if (text === undefined) return TOP
  const parts = /^(\d{1,15})-(\d{1,15})$/.exec(text)
  if (!parts) throw new InvalidFields({ before: [fault('invalid')] })
  return { updatedAt: Number(parts[1]), id: Number(parts[2]) }
}

export function printInboxCursor({ updatedAt, id }: InboxCursor): string {
  return `${updatedAt}-${id}`
}
