import type { z } from 'zod'
import type { NewAssistant } from '#contracts/assistant-fields.ts'
import { activateAssistant } from '#contracts/assistants.ts'
import { type Call, getCall, makeCall } from '#contracts/calls.ts'
import { topUpBalance } from '#contracts/money.ts'
import { createdAssistant, type Sender } from './assistants.ts'
import { createClock } from './clock.ts'
import { startServer, type TestServer } from './server.ts'

type Options = NonNullable<Parameters<typeof startServer>[0]>

/** The Sandbox's magic numbers, and two ordinary ones. */
export const NUMBERS = {
  ordinary: '+12025550100',
  busy: '+12025550101',
  noAnswer: '+12025550102',
  failed: '+12025550103',
  voicemail: '+12025550104',
  hangUp: '+12025550105',
  talkative: '+12025550106',
  repeated: '+12025550107',
  silent: '+12025550108',
  interrupting: '+12025550109',
  hesitant: '+12025550110',
  bilingual: '+12025550111',
  german: '+4930123456',
} as const

export type CallDesk = Awaited<ReturnType<typeof callDesk>>

/** A server with its own clock and a balance (USD) for calls. */
export async function callDesk({ outside, ...options }: Options = {}, money = 100) {
  const clock = createClock()
  const server = await startServer({ ...options, outside: { ...clock.outside, ...outside } })
  if (money > 0) await server.call(topUpBalance, { body: { amount: money } })
  return { ...server, clock }
}

/** An assistant that can call, with some fields changed. */
export async function activeAssistant(
  sender: Sender,
  change: Partial<z.input<typeof NewAssistant>> = {},
): Promise<number> {
  const id = await createdAssistant(sender, { type: 'outbound', timezone: 'UTC', ...change })
  await sender.call(activateAssistant, { params: { id } })
  return id
}

/** Places a call and returns its id. */
export async function dial(
  { call }: Pick<TestServer, 'call'>,
  assistantId: number,
  phoneNumber: string = NUMBERS.ordinary,
  variables = {},
): Promise<number> {
  const body = { assistant_id: assistantId, phone_number: phoneNumber, variables }
  return (await call(makeCall, { body })).call_id
}

/** Longer than any call with its post-call work, ms. */
const LONGEST_MS = 1_500_000

/** Advances time until a call is over and all of its post-call work is done. */
export async function playOut({ clock, call }: CallDesk, id: number): Promise<Call> {
  await clock.advance(LONGEST_MS)
  return call(getCall, { params: { id } })
}

/** The statuses that a call has had, in order. */
export function lifeOf({ context }: Pick<TestServer, 'context'>, id: number): string[] {
  const statuses = context.events
    .after(0)
    .filter(({ type }) => type === 'call.created' || type === 'call.updated')
    .map(({ payload }) => JSON.parse(payload) as Call)
    .filter((call) => call.id === id)
    .map(({ status }) => status)
  return statuses.filter((status, at) => status !== statuses[at - 1])
}
