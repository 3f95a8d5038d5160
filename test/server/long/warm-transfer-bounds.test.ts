import { expect, test } from 'vitest'
import { getMe } from '#contracts/accounts.ts'
import { reserve } from '../../../server/features/billing/money/ledger.ts'
import { moneyQueries } from '../../../server/features/billing/money/queries.ts'
import { callQueries } from '../../../server/features/calls/queries.ts'
import { recoverTelephoneCalls } from '../../../server/features/calls/telephone/recover.ts'
import { transferQueries } from '../../../server/features/calls/telephone/transfer-queries.ts'
import { COLLEAGUE, HOLD, warmCall, warmDesk } from '../../support/warm-transfers.ts'
import { waitLong } from '../../support/web-calls.ts'

const outcomes = async (timeline: Awaited<ReturnType<typeof warmCall>>['timeline']) =>
  (await timeline()).utterances.flatMap(({ function_calls: calls = [] }) =>
    calls.map(({ status }) => status),
  )

test('no call is placed to a country that is not allowed', async () => {
  const { timeline, provider, notes } = await warmCall({ countries: ['US'] })
  await expect.poll(() => outcomes(timeline), waitLong).toEqual(['refused'])
  expect([provider.arrivals.length, await notes()]).toEqual([1, []])
})

test('no call is placed without the balance for it', async () => {
  const desk = await warmDesk()
  const { db } = desk.context
  const caller = await desk.talking()
  await caller.telephone.hears('Welcome.')
  const left = moneyQueries(db).balance(1)
  const spending = { userId: 1, purpose: 'call', reference: '99' } as const
  await desk.context.write((tx) => reserve(tx, desk.context, spending, left))
  caller.telephone.say('a person please')
  await caller.telephone.hears(HOLD)
  expect(desk.provider.arrivals).toHaveLength(1)
  expect(db.prepare('SELECT count(*) FROM call_transfers').pluck().get()).toBe(0)
})

test('a caller who hangs up ends the call ringing for them, and its hold is released', async () => {
  const { caller, colleague, call } = await warmCall()
  const second = await colleague()
  await caller.telephone.hears(HOLD)
  await caller.call.hangUp()
  await second.call.over()
  await expect.poll(async () => (await second.shown()).status, waitLong).toBe('failed')
  await expect.poll(async () => (await caller.shown()).status, waitLong).toBe('completed')
  expect((await second.shown()).total_cost).toBe(0)
  expect((await call(getMe)).total_balance).toBeGreaterThan(99)
})

test('a second call that may or may not have been dialled is not dialled again, and hung up once the caller has gone', async () => {
  const { caller, colleague, provider } = await warmCall({
    desk: { provider: { personalityOf: (to) => (to === COLLEAGUE ? 'reset' : 'created') } },
  })
  const second = await colleague()
  await caller.telephone.hears(HOLD)
  await caller.call.hangUp()
  await second.call.over()
  expect(provider.arrivals.filter((form) => form.get('To') === COLLEAGUE)).toHaveLength(1)
})

test('a start after a crash ends both calls of a transfer, and dials nobody', async () => {
  const { context, caller, colleague, provider } = await warmCall()
  const second = await colleague()
  await caller.telephone.hears(HOLD)
  await recoverTelephoneCalls(context)
  // Before anything else could have noticed.
  expect(transferQueries(context.db).open()).toEqual([])
  expect(callQueries(context.db).byId(second.id)?.status).toBe('failed')
  await second.call.over()
  await caller.call.over()
  expect(provider.arrivals).toHaveLength(2)
})

test('a colleague who answers after the caller has gone is not briefed', async () => {
  const { caller, colleague, provider } = await warmCall()
  const second = await colleague()
  provider.hold()
  await caller.call.hangUp()
  await expect.poll(async () => (await caller.shown()).status, waitLong).toBe('completed')
  expect((await second.shown()).status).toBe('failed')
  expect((await second.shown()).transcript).toBe('')
})
