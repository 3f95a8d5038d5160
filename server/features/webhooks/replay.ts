import type { Context } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { liftBan } from './endpoints.ts'
import { type DeliveryRow, type ReplayFilter, webhookQueries } from './queries.ts'
import { recordDeliveries, recordDelivery } from './record.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now'>

/**
 * Sends a webhook that has come to its end again (docs/spec/decisions.md, section 6): the same id and bytes, a fresh
 * schedule.
 * @throws AppError 404 for what the account does not have, 409 while it is still under way or was about a call to be.
 */
export function replayWebhook(context: Needs, userId: number, messageId: string): DeliveryRow {
  const { db, now } = context
  const webhooks = webhookQueries(db)
  return db.transaction(() => {
    const delivery = webhooks.ofUser(userId, messageId)
    if (!delivery) throw notFound('delivery_not_found')
    if (delivery.kind === 'inbound_call') throw new AppError('delivery_not_replayable')
    if (!webhooks.replay(delivery.id, now())) throw new AppError('delivery_under_way')
    liftBan(context, userId, delivery.url)
    recordDelivery(context, delivery.id, 'delivery.updated')
    return webhooks.find(delivery.id)!
  })()
}

/**
 * The same for everything that failed and fits.
 * @returns how many those are
 */
export function replayFailed(context: Needs, userId: number, filter: ReplayFilter): number {
  const { db, now } = context
  return db.transaction(() => {
    const replayed = webhookQueries(db).replayFailed(userId, filter, now())
    for (const url of new Set(replayed.map((row) => row.url))) liftBan(context, userId, url)
    recordDeliveries(
      context,
      replayed.map(({ id }) => id),
    )
    return replayed.length
  })()
}
