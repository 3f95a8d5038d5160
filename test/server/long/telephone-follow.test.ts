import { expect, test } from 'vitest'
import { getMe } from '#contracts/accounts.ts'
import { deleteCall, getCall, makeCall } from '#contracts/calls.ts'
import { listLedger } from '#contracts/money.ts'
import { removeSmsProvider } from '#contracts/sms-provider.ts'
import { createClock } from '../../support/clock.ts'
import { live } from '../../support/life.ts'
import { allowing, emptyDataFolder, startServer } from '../../support/server.ts'
import { CUSTOMER, telephoneDesk } from '../../support/telephone-calls.ts'
import { PUBLIC } from '../../support/telephone-door.ts'
import type { CallPersonality } from '../../support/telephone-personalities.ts'
import { waitLong } from '../../support/web-calls.ts'

const MINUTE = 60_000

/** A server and a provider on one stopped clock; no report from the provider arrives. */
async function silent(personality: CallPersonality = 'created') {
  const clock = createClock()
  const { now } = clock.outside
  const desk = await telephoneDesk({}, clock.outside, {
    provider: { now, personalityOf: () => personality },
  })
  desk.provider.hold()
  const body = { assistant_id: desk.assistantId, phone_number: CUSTOMER }
  const { call_id: id } = await desk.call(makeCall, { body })
  return {
    ...desk,
    clock,
    id,
    status: async () => (await desk.call(getCall, { params: { id } })).status,
    balance: async () => (await desk.call(getMe)).total_balance,
  }
}

test('a call whose reports never arrived ends with the provider’s status', async () => {
  const { provider, clock, status } = await silent()
  const call = await provider.call()
  await call.ring()
  await call.fail('busy')
  expect(await status()).toBe('initiated')
  await clock.advance(MINUTE)
  await expect.poll(status, waitLong).toBe('busy')
})

test('a call that may or may not have been dialled is looked up, and not dialled again', async () => {
  const { provider, clock, status } = await silent('hanging')
  const call = await provider.call()
  await clock.advance(15_000)
  await call.ring()
  await call.fail('no-answer')
  await clock.advance(MINUTE)
  await expect.poll(status, waitLong).toBe('no-answer')
  expect(provider.arrivals).toHaveLength(1)
})

test('a call that never reached the provider has failed, and its hold is released', async () => {
  const { provider, clock, status, balance } = await silent('resetUnread')
  await expect.poll(() => provider.arrivals.length, waitLong).toBe(1)
  const before = await balance()
  await expect
    .poll(async () => {
      await clock.advance(MINUTE)
      return status()
    }, waitLong)
    .toBe('failed')
  expect(await balance()).toBeGreaterThan(before)
  expect(provider.arrivals).toHaveLength(1)
})

test('when the provider is no longer configured, a call is over once it cannot be continuing', async () => {
  const { provider, clock, status, call: ask } = await silent()
  await (await provider.call()).ring()
  await ask(removeSmsProvider)
  await clock.advance(MINUTE)
  expect(await status()).toBe('initiated')
  await clock.advance(60 * MINUTE)
  await expect.poll(status, waitLong).toBe('failed')
})

test('a call deleted while ringing is hung up', async () => {
  const { dialled, call: ask } = await telephoneDesk()
  const { id, call } = await dialled()
  await ask(deleteCall, { params: { id } })
  await call.over()
  expect(call.status).toBe('canceled')
})

const SECRETS = { key: 'a'.repeat(64), isRefused: false }

/** A server process that calls someone through a provider, and what its next start needs. */
async function firstLife(personality: CallPersonality) {
  const dataDir = emptyDataFolder()
  const desk = await telephoneDesk(
    {},
    {},
    {
      dataDir,
      secrets: SECRETS,
      provider: { personalityOf: () => personality },
    },
  )
  await desk.server.stop()
  const { provider, assistantId, reachAt } = desk
  const life = await live({
    dataDir,
    env: {
      PARLEY_API_KEY: '',
      PARLEY_ALLOW_PRIVATE: provider.host,
      PARLEY_PUBLIC_URL: PUBLIC,
      PARLEY_SECRETS_KEY: SECRETS.key,
    },
  })
  reachAt(life.url)
  const body = { assistant_id: assistantId, phone_number: CUSTOMER }
  const { call_id: id } = await life.call(makeCall, { body })
  return {
    life,
    provider,
    status: async () => (await life.call(getCall, { params: { id } })).status,
    balance: async () => (await life.call(getMe)).total_balance,
    /** The same data on a clock that the test advances. */
    async secondLife() {
      const clock = createClock(new Date().toISOString())
      const server = await startServer({
        ...allowing(provider.host),
        dataDir,
        publicUrl: PUBLIC,
        secrets: SECRETS,
        outside: clock.outside,
      })
      const shown = () => server.call(getCall, { params: { id } })
      return {
        clock,
        shown,
        status: async () => (await shown()).status,
        balance: async () => (await server.call(getMe)).total_balance,
        ledger: async () =>
          (await server.call(listLedger)).data.filter(({ kind }) => kind.startsWith('call.')),
        stop: () => server.server.stop(),
      }
    },
  }
}

test('a server killed while dialling does not dial again, and finds out what became of the call', async () => {
  const { life, provider, secondLife } = await firstLife('hanging')
  const call = await provider.call()
  await life.end('SIGKILL')
  provider.hold()
  const { clock, status } = await secondLife()
  await clock.advance(1000)
  expect(await status()).toBe('initiated')
  await call.ring()
  await call.fail('busy')
  await clock.advance(MINUTE)
  await expect.poll(status, waitLong).toBe('busy')
  expect(provider.arrivals).toHaveLength(1)
})

test('a call whose server is killed mid-conversation is over after the start, hung up, and charged once', async () => {
  const { life, provider, status, balance, secondLife } = await firstLife('created')
  const call = await provider.call()
  await call.ring()
  await call.answer()
  await call.stream()
  await expect.poll(status, waitLong).toBe('in-progress')
  const held = await balance()
  await life.end('SIGKILL')
  const second = await secondLife()
  await expect.poll(second.status, waitLong).toBe('completed')
  await expect.poll(call.isOver, waitLong).toBe(true)
  const { carrier_cost: cost, total_cost: total } = await second.shown()
  expect([cost > 0, total]).toEqual([true, cost])
  const after = await second.balance()
  expect(after).toBeGreaterThan(held)
  expect((await second.ledger()).map(({ kind }) => kind).sort()).toEqual([
    'call.hold',
    'call.settled',
  ])
  await second.stop()
  const third = await secondLife()
  expect(await third.balance()).toBe(after)
  expect(await third.ledger()).toHaveLength(2)
})
