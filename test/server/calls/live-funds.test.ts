import { expect, test } from 'vitest'
import { updateAssistant } from '#contracts/assistants.ts'
import { getConversation } from '#contracts/conversations.ts'
import { listLedger } from '#contracts/money.ts'
import { updateSpeechService } from '#contracts/speech-providers.ts'
import { startVisitorCall } from '#contracts/web-calls.ts'
import { recoverReservations } from '../../../server/features/billing/budgets/reserve.ts'
import { topUp } from '../../../server/features/billing/money/ledger.ts'
import { moneyQueries } from '../../../server/features/billing/money/queries.ts'
import { type Funds, openFunds } from '../../../server/features/calls/session/funds.ts'
import { conversationQueries } from '../../../server/features/conversations/queries.ts'
import { payerOf } from '../../../server/features/conversations/turns/paid.ts'
import { withRealtime } from '../../support/realtime-calls.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { createVisitor, starterAssistant } from '../../support/visitor.ts'
import { callFrom } from '../../support/voice-caller.ts'
import { onlyCall, waitLong } from '../../support/web-calls.ts'

/** Micro-dollars per minute: six cents. */
const MINUTE = 60_000

/** A visitor's conversation in an account with this balance, and its payer. */
async function payingFor(amount: number, fields: object = {}) {
  const server = await startServer()
  const { context } = server
  const { id } = await starterAssistant(server)
  await server.call(updateAssistant, { params: { id }, body: fields })
  const visitor = await createVisitor(server)
  const balance = () => moneyQueries(context.db).balance(1)
  if (amount > balance()) await context.write((tx) => topUp(tx, context, 1, amount - balance()))
  const payer = payerOf(conversationQueries(context.db).byUuid(visitor.conversationId)!)
  const open = () => openFunds(context, payer, MINUTE)
  return { server, context, open, balance, before: balance() }
}

async function opened(opening: ReturnType<typeof openFunds>): Promise<Funds> {
  const funds = await opening
  if ('refused' in funds) throw new Error(`Refused: ${funds.refused}`)
  return funds
}

const entriesOf = async ({ call }: TestServer) =>
  (await call(listLedger)).data.filter(({ kind }) => kind.startsWith('llm.'))

test('a minute is held before a call, and the usage is charged at its end, once', async () => {
  const { server, open, balance, before } = await payingFor(1_000_000)
  const funds = await opened(open())
  expect(balance()).toBe(before - MINUTE)
  funds.spend(12_345.6)
  await funds.close()
  await funds.close()
  expect(balance()).toBe(before - 12_346)
  expect((await entriesOf(server)).map(({ kind }) => kind).sort()).toEqual([
    'llm.hold',
    'llm.settled',
  ])
})

test('a longer call always holds the next minute, and pays for all of it', async () => {
  const { open, balance, before } = await payingFor(1_000_000)
  const funds = await opened(open())
  let charged = 0
  funds.onCharged((amount) => {
    charged += amount
  })
  for (let used = 0; used < 200_000; used += 20_000) {
    funds.spend(20_000)
    await expect.poll(() => before - balance()).toBeGreaterThanOrEqual(used + 20_000 + MINUTE / 2)
  }
  await funds.close()
  expect([before - balance(), charged]).toEqual([200_000, 200_000])
})

test('an account that cannot pay for the first minute cannot make a call, and keeps its balance', async () => {
  const { open, balance } = await payingFor(0, { budget_per_conversation: 0.05 })
  const before = balance()
  expect(await open()).toEqual({ refused: 'conversation' })
  expect(balance()).toBe(before)
})

test('when a budget is used up, the call is told how long the rest lasts', async () => {
  const { open } = await payingFor(1_000_000, { budget_per_conversation: 0.1 })
  const funds = await opened(open())
  const left: number[] = []
  funds.onLast((ms) => left.push(ms))
  funds.spend(35_000)
  await expect.poll(() => left).toEqual([25_000])
  funds.spend(5000)
  await funds.close()
  expect(left).toHaveLength(1)
})

test('what a crash left open is charged at the next start, once', async () => {
  const { context, open, balance, before } = await payingFor(1_000_000)
  const funds = await opened(open())
  funds.spend(1000)
  await recoverReservations(context)
  await recoverReservations(context)
  expect(balance()).toBe(before - MINUTE)
  await funds.close()
  expect(balance()).toBe(before - MINUTE)
})

test('a call with a priced service costs what was heard and spoken, and needs its first minute to start', async () => {
  const { server, service, visitor, assistantId } = await withRealtime('multimodal')
  const params = { id: service.id }
  const { data } = await server.call(updateSpeechService, {
    params,
    body: { hearing_price: 0.06, speaking_price: 0.24 },
  })
  expect(data).toMatchObject({ hearing_price: 0.06, speaking_price: 0.24, characters_price: 0 })
  const { context } = server
  const set = (body: object) => server.call(updateAssistant, { params: { id: assistantId }, body })
  await set({ budget_per_conversation: 0.2 })
  const ticket = visitor.call(startVisitorCall, { params: { uuid: visitor.conversationId } })
  await expect(ticket).rejects.toMatchObject({ status: 409 })
  await set({ budget_per_conversation: 5 })
  await context.write((tx) => topUp(tx, context, 1, 10_000_000))
  const before = moneyQueries(context.db).balance(1)
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  caller.hangUp()
  await expect.poll(async () => (await onlyCall(server)).status, waitLong).toBe('completed')
  // Nothing was said to it, and its greeting took eight characters of 40 ms.
  const spent = Math.ceil((8 * 40 * 240_000) / 60_000)
  await expect.poll(() => before - moneyQueries(context.db).balance(1), waitLong).toBe(spent)
  expect((await onlyCall(server)).total_cost).toBe(spent / 1_000_000)
  const { total_cost: cost } = await server.call(getConversation, {
    params: { uuid: visitor.conversationId },
  })
  expect(cost).toBe(spent / 1_000_000)
})
