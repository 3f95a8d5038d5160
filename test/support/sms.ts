import { topUpBalance } from '#contracts/money.ts'
import { createPhoneNumber } from '#contracts/phone-numbers.ts'
import type { Found, OutgoingSms, Sent, SmsProvider } from '../../server/providers/sms/provider.ts'
import type { TestServer } from './server.ts'

/** A recipient in the US, where a segment costs 0.0079. */
export const RECIPIENT = '+12025550123'

/** A number of the owner's that can send, with a balance to send with; returns its id. */
export async function readyToSend(
  { call }: Pick<TestServer, 'call'>,
  amount = 10,
): Promise<number> {
  const { data } = await call(createPhoneNumber, {
    body: { phone_number: '+14155552671', type: 'normal', sms_capable: true },
  })
  if (amount > 0) await call(topUpBalance, { body: { amount } })
  return data.id
}

/** Sends a message and returns the raw response. */
export async function post(
  { fetch }: Pick<TestServer, 'fetch'>,
  body: object,
  headers: Record<string, string> = {},
) {
  const response = await fetch('/api/user/sms', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return {
    status: response.status,
    text: await response.text(),
    retryAfter: response.headers.get('retry-after'),
  }
}

type Send = (message: OutgoingSms, signal: AbortSignal) => Sent | Promise<Sent>

/** A provider that does what the test says and records what it was asked to send. */
export function smsStandIn(
  send: Send = accept,
  lookup: () => Found = () => ({ result: 'absent' }),
) {
  const sends: OutgoingSms[] = []
  let lookups = 0
  const provider: SmsProvider = {
    name: 'stand-in',
    followUps: [],
    async send(message, signal) {
      sends.push(message)
      // A real provider never answers synchronously, so others get their turn meanwhile.
      await new Promise((resolve) => setImmediate(resolve))
      return send(message, signal)
    },
    async lookup() {
      lookups += 1
      return lookup()
    },
  }
  return {
    provider,
    sends,
    get lookups() {
      return lookups
    },
  }
}

/** A provider's response when all is well. */
export const accept = ({ reference }: OutgoingSms): Sent => ({
  result: 'accepted',
  sid: `SM${reference}`,
})
