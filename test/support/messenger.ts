import { expect } from 'vitest'
import { listAssistants } from '#contracts/assistants.ts'
import { simulateMessenger } from '#contracts/messenger.ts'
import {
  createMessengerSender,
  createMessengerTemplate,
  listMessengerTemplates,
} from '#contracts/messenger-senders.ts'
import { topUpBalance } from '#contracts/money.ts'
import { createClock } from './clock.ts'
import { startServer, type TestServer } from './server.ts'

/** The number of the sender in these tests. */
export const SENDER = '+14155552671'

/** A customer whose messages arrive and are read. */
export const CUSTOMER = '+12025550123'

type Options = Parameters<typeof startServer>[0]

/** A server with a sender of the Sandbox that the starter assistant answers, on a clock that the test moves. */
export async function messengerServer(options: Options = {}) {
  const clock = createClock()
  const server = await startServer({
    ...options,
    outside: { ...clock.outside, ...options?.outside },
  })
  const { data: assistants } = await server.call(listAssistants)
  const assistantId = Number(assistants[0]!.id)
  const { data: sender } = await server.call(createMessengerSender, {
    body: { phone_number: SENDER, display_name: 'Example Shop', assistant_id: assistantId },
  })
  await server.call(topUpBalance, { body: { amount: 10 } })
  return { ...server, clock, assistantId, sender }
}

export type MessengerServer = Awaited<ReturnType<typeof messengerServer>>

/** A template of the sender that the Sandbox has approved; returns its id. */
export async function approvedTemplate(
  { call, clock, sender }: MessengerServer,
  body_text = 'Hello {{name}}, your order {{order}} is on its way.',
  name = 'order_shipped',
): Promise<number> {
  const params = { id: sender.id }
  const { data } = await call(createMessengerTemplate, {
    params,
    body: { name, language: 'en', category: 'utility', body_text },
  })
  await clock.advance(5000)
  await expect
    .poll(async () => (await call(listMessengerTemplates, { params })).data.map(({ id }) => id))
    .toContain(data.id)
  return data.id
}

/** The customer writes. */
export const write = (
  { call, sender }: MessengerServer,
  message: string,
  more: { readonly from?: string; readonly message_sid?: string } = {},
) => call(simulateMessenger, { body: { sender_id: sender.id, from: CUSTOMER, message, ...more } })

/** Sends by one of the two endpoints and returns the answer as it came. */
export async function post(
  { fetch }: Pick<TestServer, 'fetch'>,
  path: 'send' | 'send-freeform',
  body: object,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`/api/user/whatsapp/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}
