import type { Context } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { askForDelivery } from './enqueue.ts'
import { type DeliveryRow, webhookQueries } from './queries.ts'

/**
 * Sends a webhook that has come to its end again (decisions.md, section 6): the same id and bytes, a fresh schedule.
 * @throws AppError 404 for what the account does not have, 409 while it is still under way.
 */
export function replayWebhook(
  context: Pick<Context, 'db' | 'jobs' | 'now'>,
  userId: number,
  messageId: string,
): DeliveryRow {
  const { db, now } = context
  const webhooks = webhookQueries(db)
  return db.transaction(() => {
    const delivery = webhooks.ofUser(userId, messageId)
    if (!delivery) throw notFound('Delivery not found')
    if (!webhooks.replay(delivery.id, now()))
      throw new AppError('conflict', 'The delivery is still under way')
    webhooks.enable(userId, delivery.url)
    askForDelivery(context, delivery.id)
    return webhooks.find(delivery.id)!
  })()
}
