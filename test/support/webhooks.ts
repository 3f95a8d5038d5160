import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import { inEnglish } from '#contracts/catalogues.ts'
import type { Tx } from '../../server/db/write.ts'
import { enqueueWebhook, type NewWebhook } from '../../server/features/webhooks/enqueue.ts'
import { webhookQueries } from '../../server/features/webhooks/queries.ts'
import { createClock, turns } from './clock.ts'
import type { Received, Receiver } from './receiver.ts'
import { allowing, startServer, type TestServer } from './server.ts'

/** A server with its own clock that may call receivers. */
export async function hookServer(...receivers: Pick<Receiver, 'host'>[]) {
  const clock = createClock('2026-03-01T12:00:00Z')
  const server = await startServer({
    ...allowing(...receivers.map(({ host }) => host)),
    outside: clock.outside,
  })
  return { clock, server }
}

type Sender = Pick<TestServer, 'context'>

/** Puts a webhook of the owner into the outbox; returns the id of its delivery. */
export function send(
  { context }: Sender,
  url: string,
  payload: object = { event: 'test' },
  about: Partial<NewWebhook> = {},
): Promise<number> {
  return context.write((tx) =>
    enqueueWebhook(tx, context, { userId: 1, kind: 'conversation_ended', url, payload, ...about }),
  )
}

/** Puts a webhook of the owner into the outbox that has been waiting since it was due, ms since 1970. */
export function fillOutbox(
  tx: Tx,
  { context }: Sender,
  url: string,
  { number, at }: { readonly number: number; readonly at: number },
): void {
  webhookQueries(context.db).insert(tx, {
    messageId: `msg_${number}`,
    userId: 1,
    kind: 'post_call',
    isTest: 0,
    assistantId: null,
    conversationId: null,
    callId: null,
    url,
    payload: JSON.stringify({ number }),
    status: 'pending',
    nextAttemptAt: at,
    now: context.now().getTime(),
  })
}

/** A delivery in its current state, with its reason in English. */
export function deliveryOf({ context }: Sender, id: number) {
  const row = webhookQueries(context.db).find(id)!
  return { ...row, error: inEnglish.translateStored(row.error) }
}

/** Waits until this many attempts have been logged and the next one, if any, is scheduled. */
export async function attempted(server: Sender, id: number, attempts = 1) {
  await expect.poll(() => deliveryOf(server, id).attempts).toBe(attempts)
  // The row is visible before its commit has resolved; a clock that jumped in between would delay the retry.
  await turns()
  return deliveryOf(server, id)
}

/** Verifies a request as a receiver does, with the scheme's library, on the tests' clock. */
export function verified(
  { headers, body }: Pick<Received, 'body'> & { readonly headers: object },
  secret: string,
  now: Date,
): unknown {
  const realNow = Date.now
  Date.now = () => now.getTime()
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>)
  } finally {
    Date.now = realNow
  }
}
