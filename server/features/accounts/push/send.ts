import type { JobPayload } from '#contracts/jobs.ts'
import { isQuiet } from '#contracts/quiet-hours.ts'
import type { Context } from '../../../context.ts'
import { grantsOf } from '../../../http/policy.ts'
import { wakeOn } from '../../../jobs/wake-on.ts'
import { onBehalfOf } from '../../../providers/http/on-behalf.ts'
import { OutgoingError } from '../../../providers/http/outgoing-error.ts'
import { sendPush } from '../../../providers/push/send.ts'
import { presentNotification } from '../../platform/notifications/present.ts'
import { type NotificationRow, notificationQueries } from '../../platform/notifications/queries.ts'
import { notificationSettings } from '../../platform/notifications/settings.ts'
import { pushKeys } from './keys.ts'
import { payloadOf } from './payload.ts'
import { pushQueries, type SubscriptionRow } from './queries.ts'

/** Age at which a notification is given up, ms: later, it is in the list anyway. */
const LASTS_MS = 4 * 3_600_000
/** Pause before another attempt if the service names none, ms. */
const RETRY_MS = 60_000

/** Statuses with which a push service says that a subscription has ended. */
const GONE: readonly number[] = [404, 410]

/** Statuses with which it refuses this server's signature: the subscription belongs to another key, such as one before a restore. */
const FOREIGN: readonly number[] = [401, 403]

/** Schedules the pushes that a trigger adds with a notification; accounts without subscriptions are not looked up. */
export function wakeForPushes(context: Pick<Context, 'db' | 'events' | 'jobs'>): void {
  wakeOn(
    context,
    ['notification.created', 'notification.raised'],
    pushQueries(context.db).isSubscribed,
  )
}

/**
 * Sends a notification to a browser whose tabs are closed, unless it was read meanwhile, its operator does not want it, or the hours
 * are quiet. A subscription that the push service no longer knows, or whose address may not be called, is deleted.
 * @returns the time of the next attempt; undefined if there is none
 */
export async function sendNotification(
  context: Context,
  { subscription_id, notification_id }: JobPayload<'push.send'>,
  signal: AbortSignal,
): Promise<Date | undefined> {
  const { db, now, write } = context
  const time = now().getTime()
  const subscription = pushQueries(db).active(subscription_id, time)
  const row =
    subscription && notificationQueries(db).forOperator(notification_id, subscription.operator_id)
  if (!subscription || !row || !isWanted(context, subscription, row)) return undefined
  const outcome = await attempt(context, subscription, row, signal)
  if (outcome === 'gone') await write((tx) => pushQueries(db).remove(tx, subscription.id))
  if (typeof outcome !== 'number' || signal.aborted) return undefined
  return time + outcome < row.created_at + LASTS_MS ? new Date(time + outcome) : undefined
}

/** Sends a notification once; returns `gone` if the subscription has ended, or the pause before another attempt, ms. */
async function attempt(
  context: Context,
  subscription: SubscriptionRow,
  row: NotificationRow,
  signal: AbortSignal,
): Promise<'done' | 'gone' | number> {
  const { config, log, now } = context
  const left = row.created_at + LASTS_MS - now().getTime()
  try {
    // Whoever subscribes names the address, of whichever account.
    const { status, retryAfterMs } = await sendPush(onBehalfOf(context, subscription.user_id), {
      ...subscription,
      keys: await pushKeys(context),
      subject: config.publicUrl ?? 'mailto:parley@example.com',
      text: JSON.stringify(payloadOf(presentNotification(row), subscription)),
      ttl: Math.max(0, Math.floor(left / 1000)),
      signal,
    })
    if (GONE.includes(status)) return 'gone'
    if (status === 429 || status >= 500) return retryAfterMs ?? RETRY_MS
    if (status >= 300) log.warn({ status }, 'a push service refused a notification')
    return FOREIGN.includes(status) ? 'gone' : 'done'
  } catch (error) {
    if (isKeyFault(error)) return 'gone'
    if (!(error instanceof OutgoingError)) throw error
    log.warn({ code: error.code }, 'a push service cannot be reached')
    return error.isFinal ? 'gone' : RETRY_MS
  }
}

/** Reports whether nothing can be encrypted for a subscription, because its key is no point of the curve. */
const isKeyFault = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY'

/** Decides as the desk does for desktop notifications; a tab that is open shows them itself. */
function isWanted(
  { db, hub, now }: Context,
  { session_id, user_id, operator_id, ...role }: SubscriptionRow,
  { kind, audience, is_unread }: NotificationRow,
): boolean {
  const { kinds, quiet_hours } = notificationSettings(db, operator_id)
  const isTheirs = audience !== 'managers' || grantsOf(role).has('account')
  const isOpen = hub.isFollowedWith(user_id, `session:${session_id}`)
  return (
    is_unread === 1 && isTheirs && !isOpen && kinds[kind].desktop && !isQuiet(quiet_hours, now())
  )
}
