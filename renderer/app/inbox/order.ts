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

/** Comparison of rows in each order. */
export const ORDERS: Readonly<Record<InboxSort, Compare>> = {
  activity: byActivity,
  waiting: byWaiting,
}

/** Reports whether a changed row stays where it is. */
export const isInPlace = (sort: InboxSort, before: InboxItem, after: InboxItem): boolean =>
  before.updated_at === after.updated_at &&
  (sort === 'activity' || before.waiting_since === after.waiting_since)
