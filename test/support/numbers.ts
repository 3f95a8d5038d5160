import { listLedger, topUpBalance } from '#contracts/money.ts'
import { listPhoneNumbers, purchasePhoneNumber } from '#contracts/phone-numbers.ts'
import type { Outside } from '../../server/context.ts'
import { createClock } from './clock.ts'
import { startServer, type TestServer } from './server.ts'

export const DAY = 86_400_000

/** A number that the Sandbox sells. */
export const NUMBER = '+493023125000'

/** A server with a balance, whose clock the test moves. */
export async function numbersDesk({
  balance = 0,
  start = '2026-01-31T12:00:00Z',
  outside = {},
}: {
  readonly balance?: number
  readonly start?: string
  readonly outside?: Partial<Outside>
} = {}) {
  const clock = createClock(start)
  const server = await startServer({ outside: { ...clock.outside, ...outside } })
  if (balance > 0) await server.call(topUpBalance, { body: { amount: balance } })
  return { ...server, clock, ...readings(server) }
}

export type NumbersDesk = Awaited<ReturnType<typeof numbersDesk>>

/** Readings of an account's numbers and money. */
export function readings({ call }: Pick<TestServer, 'call'>) {
  return {
    buy: async (phone_number = NUMBER) =>
      (await call(purchasePhoneNumber, { body: { phone_number } })).data,
    numbers: async () => (await call(listPhoneNumbers)).data,
    /** Kinds and amounts of the entries about numbers, oldest first. */
    async charges() {
      const { data } = await call(listLedger, { query: { kind: 'number', per_page: 100 } })
      return data.reverse().map(({ kind, amount, reference }) => [kind, amount, reference])
    },
    balance: async () => (await call(listLedger, { query: { per_page: 1 } })).data[0]?.balance ?? 0,
  }
}
