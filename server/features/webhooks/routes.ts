import {
  getWebhookDelivery,
  getWebhookSecret,
  listWebhookDeliveries,
  replayWebhookDelivery,
  rotateWebhookSecret,
} from '#contracts/webhooks.ts'
import { notFound } from '../../errors.ts'
import type { Routes } from '../../http/routes.ts'
import { presentDelivery, presentSecrets } from './present.ts'
import { webhookQueries } from './queries.ts'
import { replayWebhook } from './replay.ts'
import { rotateSigningSecret, signingSecrets } from './secrets.ts'

export const webhookRoutes: Routes = (context) => {
  const { handle, db } = context
  const webhooks = webhookQueries(db)

  handle(getWebhookSecret, ({ principal }) =>
    presentSecrets(signingSecrets(context, principal.userId)),
  )

  handle(rotateWebhookSecret, ({ principal }) =>
    presentSecrets(rotateSigningSecret(context, principal.userId)),
  )

  handle(listWebhookDeliveries, ({ principal: { userId }, query, page }) => {
    const filter = { status: query.status ?? null, kind: query.event ?? null }
    return page.of(webhooks.count(userId, filter), (slice) =>
      webhooks.page(userId, filter, slice).map(presentDelivery),
    )
  })

  handle(getWebhookDelivery, ({ principal, params }) => {
    const row = webhooks.ofUser(principal.userId, params.id)
    if (!row) throw notFound('Delivery not found')
    return { ...presentDelivery(row), payload: JSON.parse(row.payload) }
  })

  handle(replayWebhookDelivery, ({ principal, params }) => ({
    message: 'Webhook delivery replayed successfully',
    data: presentDelivery(replayWebhook(context, principal.userId, params.id)),
  }))
}
