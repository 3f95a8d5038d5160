import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { fault } from '#contracts/faults.ts'
import { InvalidFields } from '../../errors.ts'
import type { Place } from './found-queries.ts'

/** A place in a list of conversations, with the way to go from there and what was asked for. */
export interface ListCursor extends Place {
  readonly direction: 'next' | 'previous'
  /** The query as it was sent, without `cursor`. */
  readonly query: Readonly<Record<string, string>>
}

const Stored = z.tuple([
  z.int(),
  z.enum(['next', 'previous']),
  z.int(),
  z.int(),
  z.record(z.string(), z.string()),
])

/** A cursor is at most so large once inflated, bytes. */
const MAX_BYTES = 8192

/** Prints a cursor that is good for one account. It holds nothing that its reader has not sent or read. */
export function printCursor(userId: number, cursor: ListCursor): string {
  const { direction, place_at, place_id, query } = cursor
  const stored: z.input<typeof Stored> = [userId, direction, place_at, place_id, query]
  return deflateRawSync(JSON.stringify(stored), { level: 9 }).toString('base64url')
}

/** @throws InvalidFields for what is no cursor of this account. */
export function parseCursor(userId: number, text: string): ListCursor {
  const stored = Stored.safeParse(inflated(text))
  if (!stored.success || stored.data[0] !== userId) throw invalidCursor()
  const [, direction, place_at, place_id, query] = stored.data
  return { direction, place_at, place_id, query }
}

function inflated(text: string): unknown {
  try {
    const bytes = Buffer.from(text, 'base64url')
    return JSON.parse(inflateRawSync(bytes, { maxOutputLength: MAX_BYTES }).toString())
  } catch {
    return undefined
  }
}

export const invalidCursor = () => new InvalidFields({ cursor: [fault('not_selectable')] })
