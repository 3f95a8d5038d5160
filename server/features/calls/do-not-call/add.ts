import type { ListedNumber } from '#contracts/do-not-call.ts'
import type { Context } from '../../../context.ts'
import { toDateTime } from '../../../db/time.ts'
import type { Tx } from '../../../db/write.ts'
import { blacklistLeads } from '../leads/blacklist.ts'
import { doNotCallQueries, type ListedNumberRow } from './queries.ts'

interface Refusal {
  readonly userId: number
  /** E.164. */
  readonly number: string
  readonly reason: string | null
}

/** Puts a number on the do-not-call list, unless it is there, and makes its open leads `blacklisted`. */
export function addToList(
  tx: Tx,
  context: Pick<Context, 'db' | 'events' | 'now' | 'jobs'>,
  { userId, number, reason }: Refusal,
): { readonly data: ListedNumber; readonly isNew: boolean } {
  const { db, events, now } = context
  const list = doNotCallQueries(db)
  const listed = list.ofNumber(userId, number)
  if (listed) return { data: presentListed(listed), isNew: false }
  const data = presentListed(list.insert(tx, { userId, number, reason, now: now().getTime() }))
  events.record(tx, { userId, type: 'do_not_call.created', payload: { id: data.id } })
  blacklistLeads(tx, context, userId, number)
  return { data, isNew: true }
}

/** A listed number as the wire has it. */
export const presentListed = ({ created_at, ...row }: ListedNumberRow): ListedNumber => ({
  ...row,
  created_at: toDateTime(created_at),
})
