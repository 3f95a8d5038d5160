/*
 * GET    /user/webhook-secret                 getWebhookSecret
 * POST   /user/webhook-secret/rotate          rotateWebhookSecret
 * GET    /user/webhook-deliveries             listWebhookDeliveries
 * GET    /user/webhook-deliveries/:id         getWebhookDelivery
 * POST   /user/webhook-deliveries/:id/replay  replayWebhookDelivery
 * POST   /user/webhook-deliveries/replay      replayFailedWebhooks
 * GET    /user/webhook-endpoints              listWebhookEndpoints
 * POST   /user/webhook-endpoints/enable       enableWebhookEndpoint
 */
import {
  enableWebhookEndpoint,
  getWebhookDelivery,
  getWebhookSecret,
  listWebhookDeliveries,
  listWebhookEndpoints,
  replayFailedWebhooks,
  replayWebhookDelivery,
  rotateWebhookSecret,
} from '#contracts/webhooks.ts'
import { periodOf } from '../../db/time.ts'
import { notFound } from '../../errors.ts'
import type { Routes } from '../../http/routes.ts'
import { attemptQueries } from './attempt-queries.ts'
import { endpointQueries } from './endpoint-queries.ts'
import { enableEndpoint } from './endpoints.ts'
import { listedDeliveries } from './list-queries.ts'
import {
  presentDelivery,
  presentEndpoint,
  presentSecrets,
  presentWholeDelivery,
} from './present.ts'
import { webhookQueries } from './queries.ts'
import { replayFailed, replayWebhook } from './replay.ts'
import { rotateSigningSecret, signingSecrets } from './secrets.ts'

export const webhookRoutes: Routes = (context) => {
  const { handle, db, write } = context
  const webhooks = webhookQueries(db)
  const deliveries = listedDeliveries(db)
  const endpoints = endpointQueries(db)
  const attempts = attemptQueries(db)

  handle(getWebhookSecret, async ({ principal }) =>
    presentSecrets(await write((tx) => signingSecrets(tx, context, principal.userId))),
  )

  handle(rotateWebhookSecret, async ({ principal }) =>
    presentSecrets(await write((tx) => rotateSigningSecret(tx, context, principal.userId))),
  )

  handle(listWebhookDeliveries, ({ principal: { userId }, query, page, localizer }) => {
    const { status, event, assistant_id, url } = query
    const found = deliveries(userId, {
      ...(status === 'failed' ? { isFailed: 1 } : { status }),
      kind: event,
      assistantId: assistant_id,
      url,
      ...periodOf(query),
    })
    return page.of(found.total, (slice) =>
      found.rows(slice).map((row) => presentDelivery(row, localizer)),
    )
  })

  handle(getWebhookDelivery, ({ principal, params, localizer }) => {
    const row = webhooks.ofUser(principal.userId, params.id)
    if (!row) throw notFound('delivery_not_found')
    return presentWholeDelivery(row, attempts.of(row.id), localizer)
  })

  handle(replayWebhookDelivery, async ({ principal, params, localizer }) => ({
    message: 'Webhook delivery replayed successfully',
    data: presentDelivery(await replayWebhook(context, principal.userId, params.id), localizer),
  }))

  handle(replayFailedWebhooks, async ({ principal, body: { event, assistant_id, url } }) => ({
    message: 'Failed webhooks replayed successfully',
    replayed: await replayFailed(context, principal.userId, {
      kind: event ?? null,
      assistantId: assistant_id ?? null,
      url: url ?? null,
    }),
  }))

  handle(listWebhookEndpoints, ({ principal: { userId }, localizer }) => {
    const uses = endpoints.uses(userId)
    return { data: endpoints.all(userId).map((row) => presentEndpoint(row, uses, localizer)) }
  })

  handle(enableWebhookEndpoint, ({ principal: { userId }, body: { url }, localizer }) =>
    write((tx) => {
      if (!endpoints.find(userId, url)) throw notFound('address_not_found')
      const resumed = enableEndpoint(tx, context, userId, url)
      return {
        message: 'Webhook endpoint enabled successfully',
        resumed,
        data: presentEndpoint(endpoints.find(userId, url)!, endpoints.uses(userId), localizer),
      }
    }),
  )
}
