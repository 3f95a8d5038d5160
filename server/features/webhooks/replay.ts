import type { Context } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { liftBan } from './endpoints.ts'
import { type DeliveryRow, type ReplayFilter, webhookQueries } from './queries.ts'
import { recordDeliveries, recordDelivery } from './record.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'write'>

/**
 * Resends a completed webhook (docs/spec/decisions.md, section 6): same id and bytes, new schedule.
 * @throws AppError 404 if the account does not have it, 409 if it is still in progress or was sent before a call
 */
export async function replayWebhook(
  context: Needs,
  userId: number,
  messageId: string,
): Promise<DeliveryRow> {
  const { db, write, now } = context
  const webhooks = webhookQueries(db)
  return await write((tx) => {
    const delivery = webhooks.ofUser(userId, messageId)
    if (!delivery) throw notFound('delivery_not_found')
    if (delivery.kind === 'inbound_call') throw new AppError('delivery_not_replayable')
    if (!webhooks.replay(tx, delivery.id, now())) throw new AppError('delivery_under_way')
    liftBan(tx, context, userId, delivery.url)
    recordDelivery(tx, context, delivery.id, 'delivery.updated')
    return webhooks.find(delivery.id)!
  })
}

/**
 * The same for all failed deliveries that match.
 * @returns their number
 */
export async function replayFailed(
  context: Needs,
  userId: number,
  filter: ReplayFilter,
): Promise<number> {
  const { db, write, now } = context
  return await write((tx) => {
    const replayed = webhookQueries(db).replayFailed(tx, userId, filter, now())
    for (const url of new Set(replayed.map((row) => row.url))) liftBan(tx, context, userId, url)
    recordDeliveries(
      tx,
      context,
      replayed.map(({ id }) => id),
    )
    return replayed.length
  })
}
