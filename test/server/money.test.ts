import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getMe } from '#contracts/accounts.ts'
import { listLedger, topUpBalance } from '#contracts/money.ts'
import type { Context } from '../../server/context.ts'
import type { Db } from '../../server/db/open.ts'
import { release, reserve, settle, topUp } from '../../server/features/billing/money/ledger.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createClock } from '../support/clock.ts'
import { startServer } from '../support/server.ts'

const sumOf = (db: Db, userId = 1) =>
  db
    .prepare<[number], number>('SELECT coalesce(sum(amount), 0) FROM ledger WHERE user_id = ?')
    .pluck()
    .get(userId)
const balanceOf = (db: Db, userId = 1) =>
  db.prepare<[number], number>('SELECT balance FROM users WHERE id = ?').pluck().get(userId)!

test('viewing and topping up a ledger requires a key', async () => {
  const { as } = await startServer()
  await expect(as()(listLedger)).rejects.toMatchObject({ status: 401 })
  await expect(as()(topUpBalance, { body: { amount: 1 } })).rejects.toMatchObject({ status: 401 })
})

test('a top-up is a ledger entry and raises the balance', async () => {
  const { outside } = createClock()
  const { call, fetch } = await startServer({ outside })
  const response = await fetch('/api/user/ledger', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"amount": 12.345678, "note": "Cash"}',
  })
  expect(response.status).toBe(201)
  const entry = {
    id: 1,
    kind: 'top_up',
    amount: 12.345678,
    balance: 12.345678,
    reference: null,
    note: 'Cash',
    created_at: '2026-01-01 12:00:00',
  }
  expect(await response.text()).toBe(
    JSON.stringify({ message: 'Balance topped up successfully', data: entry }),
  )
  await call(topUpBalance, { body: { amount: 1 } })
  expect((await call(getMe)).total_balance).toBe(13.345678)
  const page = await call(listLedger)
  expect(page).toMatchObject({ current_page: 1, per_page: 15, total: 2, from: 1, to: 2 })
  expect(page.data).toEqual([{ ...entry, id: 2, amount: 1, balance: 13.345678, note: null }, entry])
})

test('an account sees and tops up only its own ledger', async () => {
  const server = await startServer()
  const other = await anotherAccount(server)
  await expect(other.call(topUpBalance, { body: { amount: 7 } })).rejects.toMatchObject({
    status: 403,
  })
  await server.call(topUpBalance, { body: { amount: 7, user_id: other.id } })
  await expect(
    server.call(topUpBalance, { body: { amount: 7, user_id: 999 } }),
  ).rejects.toMatchObject({ status: 404, message: 'Account not found' })
  expect((await server.call(listLedger)).total).toBe(0)
  expect((await other.call(listLedger)).total).toBe(1)
  expect((await server.call(getMe)).total_balance).toBe(0)
  expect((await other.call(getMe)).total_balance).toBe(7)
})

const POSITIVE = 'The amount must be greater than 0.'
const DECIMALS = 'The amount must not have more than 6 decimal places.'

test.each([
  ['{}', 'The amount field is required.'],
  ['{"amount": null}', 'The amount field is required.'],
  ['{"amount": "5"}', 'The amount must be a number.'],
  ['{"amount": true}', 'The amount must be a number.'],
  ['{"amount": 1e400}', 'The amount must be a number.'],
  ['{"amount": 0}', POSITIVE],
  ['{"amount": -1}', POSITIVE],
  ['{"amount": 0.0000001}', DECIMALS],
  ['{"amount": 1e-12}', DECIMALS],
  ['{"amount": 1.2345678}', DECIMALS],
  ['{"amount": 1000000.000001}', 'The amount must not be greater than 1000000.'],
])('a top-up of %s is rejected', async (body, message) => {
  const { fetch, context } = await startServer()
  const response = await fetch('/api/user/ledger', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(response.status).toBe(422)
  expect(await response.json()).toEqual({
    message: 'The given data was invalid.',
    errors: { amount: [message] },
  })
  expect(sumOf(context.db)).toBe(0)
})

test('floating-point residue of a sum is rounded away', async () => {
  const { call } = await startServer()
  const { data } = await call(topUpBalance, { body: { amount: 0.1 + 0.2 } })
  expect(data.amount).toBe(0.3)
})

test('a balance above a billion is rejected, so that every micro-dollar stays representable', async () => {
  const { call, context } = await startServer()
  await context.write((tx) => topUp(tx, context, 1, 1_000_000_000_000_000 - 2))
  const { data } = await call(topUpBalance, { body: { amount: 0.000001 } })
  expect(data.balance).toBe(999_999_999.999999)
  await expect(call(topUpBalance, { body: { amount: 0.000002 } })).rejects.toMatchObject({
    status: 422,
    errors: { amount: ['The amount must not take the balance above 1000000000.'] },
  })
})

test('every amount with six decimals is returned as sent', async () => {
  const { call, context } = await startServer()
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000_000_000 }), async (micro) => {
      const { data } = await call(topUpBalance, { body: { amount: micro / 1_000_000 } })
      expect(data.amount).toBe(micro / 1_000_000)
      expect(JSON.stringify(data.amount)).toMatch(/^\d+(\.\d{1,6})?$|^\d(\.\d)?e-6$/)
    }),
    { numRuns: 100 },
  )
  expect(sumOf(context.db)).toBe(balanceOf(context.db))
})

test('the database itself rejects changing the ledger, duplicating an entry and going below zero', async () => {
  const { context } = await startServer()
  const { db } = context
  await context.write((tx) => topUp(tx, context, 1, 1000))
  const spending = { userId: 1, purpose: 'sms', reference: '7' } as const
  await context.write((tx) => reserve(tx, context, spending, 400))
  expect(() => db.exec('UPDATE ledger SET amount = 5')).toThrow('the ledger is append-only')
  expect(() => db.exec('DELETE FROM ledger')).toThrow('the ledger is append-only')
  expect(() => db.exec('UPDATE users SET balance = -1')).toThrow('CHECK constraint failed')
  const insert = (kind: string, balance: number) =>
    db.exec(
      `INSERT INTO ledger (user_id, kind, amount, balance, reference, created_at) VALUES (1, '${kind}', 0, ${balance}, '7', 0)`,
    )
  expect(() => insert('sms.hold', 600)).toThrow('UNIQUE constraint failed')
  expect(() => insert('sms.other', 601)).toThrow('the balance is not what the ledger says')
  expect(sumOf(db)).toBe(600)
})

test('a hold requires sufficient balance, and is released once', async () => {
  const { context } = await startServer()
  await context.write((tx) => topUp(tx, context, 1, 1000))
  const spending = { userId: 1, purpose: 'sms', reference: '1' } as const
  expect(await context.write((tx) => reserve(tx, context, spending, 1001))).toBe(false)
  expect(sumOf(context.db)).toBe(1000)
  expect(await context.write((tx) => reserve(tx, context, spending, 1000))).toBe(true)
  expect(balanceOf(context.db)).toBe(0)
  await context.write((tx) => release(tx, context, spending))
  await context.write((tx) => release(tx, context, spending))
  expect(await context.write((tx) => settle(tx, context, spending, 500))).toBe(0)
  expect(balanceOf(context.db)).toBe(1000)
})

test('nothing can be settled that was not held', async () => {
  const { context } = await startServer()
  await expect(
    context.write((tx) => settle(tx, context, { userId: 1, purpose: 'call', reference: '9' }, 5)),
  ).rejects.toThrow('Nothing was set aside for call 9')
})

/** The expected effect of one hold on the balance. */
interface Expected {
  readonly held: number
  readonly charged?: number
}

/** The ledger under random steps, along with the expected outcome. */
function ledgerUnderTest(context: Parameters<typeof settle>[1] & Pick<Context, 'write'>) {
  const things = new Map<string, Expected>()
  let toppedUp = 0
  const spendingOf = (reference: string) => ({ userId: 1, purpose: 'sms', reference }) as const

  async function settleOnce(reference: string, cost: number): Promise<void> {
    const thing = things.get(reference)
    if (!thing) return
    const before = balanceOf(context.db)
    const paid = await context.write((tx) => settle(tx, context, spendingOf(reference), cost))
    const isCovered = cost - thing.held <= before
    const charged = thing.charged ?? (isCovered ? cost : thing.held)
    expect(paid).toBe(charged)
    things.set(reference, { ...thing, charged })
  }

  return {
    async topUp(_: string, amount: number) {
      await context.write((tx) => topUp(tx, context, 1, amount))
      toppedUp += amount
    },
    async reserve(reference: string, amount: number) {
      if (things.has(reference)) return
      const reaches = amount <= balanceOf(context.db)
      expect(await context.write((tx) => reserve(tx, context, spendingOf(reference), amount))).toBe(
        reaches,
      )
      if (reaches) things.set(reference, { held: amount })
    },
    settle: settleOnce,
    release: (reference: string) => settleOnce(reference, 0),
    expectedBalance: () =>
      [...things.values()].reduce((sum, { held, charged = held }) => sum - charged, toppedUp),
  }
}

test('whatever is held, settled and released in whatever order, the balance equals the sum and is never negative', async () => {
  const { context } = await startServer()
  const { db } = context
  const verb = fc.constantFrom('topUp', 'reserve', 'reserve', 'settle', 'settle', 'release')
  const steps = fc.array(
    fc.tuple(verb, fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 2000 })),
    { maxLength: 40 },
  )
  let round = 0
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      round += 1
      const before = balanceOf(db)
      const ledger = ledgerUnderTest(context)
      for (const [name, thing, amount] of taken) {
        await ledger[name](`${round}/${thing}`, amount)
        expect(balanceOf(db)).toBe(sumOf(db))
        expect(balanceOf(db)).toBe(before + ledger.expectedBalance())
        expect(balanceOf(db)).toBeGreaterThanOrEqual(0)
      }
    }),
    { numRuns: 200 },
  )
})
