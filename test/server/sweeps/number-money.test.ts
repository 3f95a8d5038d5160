import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { topUpBalance } from '#contracts/money.ts'
import type { PhoneNumber } from '#contracts/phone-numbers.ts'
import { renewNumbers } from '../../../server/features/phone-numbers/renew.ts'
import { startServer as start } from '../../../server/start.ts'
import { send } from '../../support/assistants.ts'
import { createClock } from '../../support/clock.ts'
import { DAY, readings } from '../../support/numbers.ts'
import { sample } from '../../support/sample.ts'
import { testConfig, testServer } from '../../support/server.ts'

/** Price of a month, micro-dollars. */
const MONTH = 3_990_000

/** The longest month, ms. */
const LONGEST = 31 * DAY

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('buy' as const), last: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('release' as const), which: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('keep' as const), which: fc.nat(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      cents: fc.integer({ min: 1, max: 1500 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      days: fc.integer({ min: 1, max: 200 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('repeat' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('die' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer made> ? made : never

const never = new AbortController().signal

/** A server that can die at any moment: the next one begins with what was committed. */
async function mortal() {
  const clock = createClock('2026-01-31T12:00:00Z')
  const begin = (database?: Buffer) =>
    start(testConfig(), { ...clock.outside, ...(database && { database }) })
  let running = await begin()
  onTestFinished(() => running.stop())
  return {
    clock,
    server: () => testServer(running),
    async die() {
      const database = running.context.db.serialize()
      await running.stop()
      running = await begin(database)
    },
  }
}

/** Money and numbers as the database has them. */
function audit({ context: { db } }: ReturnType<typeof testServer>) {
  const one = (sql: string) => Number(db.prepare(sql).pluck().get())
  const holds = db
    .prepare<[], { reference: string; amount: number }>(
      "SELECT reference, amount FROM ledger WHERE kind = 'number.hold'",
    )
    .all()
  return {
    holds,
    balance: one('SELECT balance FROM users WHERE is_owner = 1'),
    sum: one('SELECT coalesce(sum(amount), 0) FROM ledger WHERE user_id = 1'),
    lowest: one('SELECT coalesce(min(balance), 0) FROM ledger'),
    toppedUp: one("SELECT coalesce(sum(amount), 0) FROM ledger WHERE kind = 'top_up'"),
    unsettled: one(`
      SELECT count(*) FROM ledger WHERE kind = 'number.hold'
        AND reference NOT IN (SELECT reference FROM ledger WHERE kind = 'number.settled')
    `),
  }
}

test('whatever happens to numbers, no month is charged twice or had for nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
      const life = await mortal()
      for (const one of steps) {
        await take(life, one)
        await check(life)
      }
    }),
    { numRuns: sample(2, 60) },
  )
}, 300_000)

async function take(life: Awaited<ReturnType<typeof mortal>>, one: Step): Promise<void> {
  const server = life.server()
  const numbers = await readings(server).numbers()
  const path = (which: number) =>
    `/user/phone-numbers/${numbers[which % numbers.length]?.id ?? 999}`
  if (one.kind === 'buy') {
    const body = { phone_number: `+49302312500${one.last}` }
    await send(server, 'POST', '/user/phone-numbers/purchase', body)
  } else if (one.kind === 'release') await send(server, 'DELETE', path(one.which))
  else if (one.kind === 'keep') await send(server, 'POST', `${path(one.which)}/keep`)
  else if (one.kind === 'pay')
    await server.call(topUpBalance, { body: { amount: one.cents / 100 } })
  else if (one.kind === 'wait') await life.clock.jump(one.days * DAY)
  else if (one.kind === 'die') await life.die()
  if (one.kind === 'repeat')
    await Promise.all([0, 1, 2].map(() => renewNumbers(server.context, never)))
  else await renewNumbers(life.server().context, never)
}

async function check(life: Awaited<ReturnType<typeof mortal>>): Promise<void> {
  const server = life.server()
  const { holds, balance, sum, lowest, toppedUp, unsettled } = audit(server)
  expect({ sum, unsettled }).toEqual({ sum: balance, unsettled: 0 })
  expect(lowest).toBeGreaterThanOrEqual(0)
  expect(balance).toBe(toppedUp - holds.length * MONTH)
  expect(holds.every(({ amount }) => amount === -MONTH)).toBe(true)
  const time = life.clock.outside.now().getTime()
  for (const number of await readings(server).numbers()) checkNumber(number, holds, time)
}

function checkNumber(
  { id, has_active_subscription: isActive, subscription_expires_at: expiry }: PhoneNumber,
  holds: readonly { readonly reference: string }[],
  time: number,
): void {
  const paid = holds
    .filter(({ reference }) => reference.startsWith(`${id}:`))
    .map(({ reference }) => Date.parse(reference.slice(`${id}:`.length)))
  const end = Date.parse(expiry!)
  expect(isActive).toBe(end > time)
  // The last month that is paid is the one that ends last.
  expect(end - Math.max(...paid)).toBeLessThanOrEqual(LONGEST + DAY)
}
