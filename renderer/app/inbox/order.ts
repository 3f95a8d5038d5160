import type { InboxItem } from '#contracts/conversations.ts'
import type { InboxSort } from '#contracts/inbox-filter.ts'
import { byActivity } from './apply-to-inbox.ts'

type Compare = (one: InboxItem, other: InboxItem) => number

/** Those who wait first, longest waiting on top; then the others by latest activity, as the server sorts. */
function byWaiting(one: InboxItem, other: InboxItem): number {
  if (one.waiting_since === null && other.waiting_since === null) return byActivity(one, other)
  if (one.waiting_since === null) return 1
  if (other.waiting_since === null) return -1
  if (one.waiting_since === other.waiting_since) return one.id < other.id ? -1 : 1
  return one.waiting_since < other.waiting_since ? -1 : 1
}

/** Those in which a reply is due first, the earliest on top; then the others by latest activity, as the server sorts. */
function byDue(one: InboxItem, other: InboxItem): number {
  const [mine, theirs] = [one.reply_due?.due_at, other.reply_due?.due_at]
  if (mine === undefined && theirs === undefined) return byActivity(one, other)
  if (mine === undefined) return 1
  if (theirs === undefined) return -1
  if (mine === theirs) return one.id < other.id ? -1 : 1
  return mine < theirs ? -1 : 1
}

/** Comparison of rows in each order. */
export const ORDERS: Readonly<Record<InboxSort, Compare>> = {
  activity: byActivity,
  waiting: byWaiting,
  due: byDue,
}

/** Reports whether a changed row stays where it is. */
export const isInPlace = (sort: InboxSort, before: InboxItem, after: InboxItem): boolean =>
  before.updated_at === after.updated_at &&
  (sort !== 'waiting' || before.waiting_since === after.waiting_since) &&
  (sort !== 'due' || before.reply_due?.due_at === after.reply_due?.due_at)
