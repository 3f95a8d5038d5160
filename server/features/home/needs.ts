import type { Capability } from '#contracts/capabilities.ts'
import type { HomeNeeds } from '#contracts/home.ts'
import type { Context } from '../../context.ts'
import { SLOT_MS } from '../../db/tallies.ts'
import { toInstant } from '../../db/time.ts'
import { moneyQueries } from '../billing/money/queries.ts'
import { presentInboxItem } from '../conversations/present.ts'
import { conversationQueries } from '../conversations/queries.ts'
import { toDollars } from '../platform/values/dollars.ts'
import { homeQueries } from './queries.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** Time before expiry from which a subscription is reported, ms. */
const EXPIRING_MS = 14 * DAY_MS

/** The operator whose Home it is. */
interface Asker {
  readonly userId: number
  readonly operatorId: number
  readonly may: (capability: Capability) => boolean
}

/** Items that need an operator's attention, limited to those they may act on. */
export function findNeeds(
  { db, hub, now }: Pick<Context, 'db' | 'hub' | 'now'>,
  { userId, operatorId, may }: Asker,
): HomeNeeds {
  const home = homeQueries(db)
  const conversations = conversationQueries(db)
  const time = now().getTime()
  return {
    conversations: {
      total: home.countWaiting(userId),
      data: home
        .waiting(userId, operatorId)
        .map((id) => presentInboxItem(conversations.inboxRow(id), hub)),
    },
    failed_webhooks: may('webhooks') ? home.failedWebhooks(userId, time - WEEK_MS) : 0,
    failed_sms: may('records') ? home.failedSms(userId, time - WEEK_MS) : 0,
    failed_documents: may('knowledge') ? home.failedDocuments(userId) : 0,
    expiring_numbers: may('numbers')
      ? home
          .expiring(userId, time + EXPIRING_MS)
          .map((row) => ({ ...row, expires_at: toInstant(row.expires_at) }))
      : [],
    low_balance: may('spending') ? lowBalance({ db }, userId, time) : null,
  }
}

/** The balance, if it would not last another week like the last one. */
function lowBalance(
  { db }: Pick<Context, 'db'>,
  userId: number,
  time: number,
): HomeNeeds['low_balance'] {
  const to = (Math.floor(time / SLOT_MS) + 1) * SLOT_MS
  const [week = {}] = homeQueries(db).sums(userId, 0, [{ from: to - WEEK_MS, to }])
  const spent =
    (week['spent.sms'] ?? 0) + (week['spent.messenger'] ?? 0) + (week['spent.call'] ?? 0)
  const balance = moneyQueries(db).balance(userId)
  if (spent <= 0 || balance >= spent) return null
  return { balance: toDollars(balance), spent_last_week: toDollars(spent) }
}
