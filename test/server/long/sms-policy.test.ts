import { expect, test } from 'vitest'
import { listSms } from '#contracts/sms.ts'
import { getSmsPolicy, removeSmsProvider, updateSmsPolicy } from '#contracts/sms-provider.ts'
import { anotherAccount } from '../../support/accounts.ts'
import { send as call } from '../../support/assistants.ts'
import { emptyDataFolder, startServer } from '../../support/server.ts'
import { post, RECIPIENT, readyToSend } from '../../support/sms.ts'
import { serverWithProvider } from '../../support/sms-provider.ts'

const GERMAN = '+4930123456'
const NOT_ALLOWED = {
  status: 400,
  text: JSON.stringify({ message: 'Destination is not allowed' }),
  retryAfter: null,
}

test('D13 messages go to the countries of the account’s own numbers, unless it says otherwise', async () => {
  const server = await serverWithProvider()
  const send = (to: string) => post(server, { from: server.from, to, body: `To ${to}` })
  await server.call(updateSmsPolicy, { body: { countries: null, daily_cap: 10 } })
  expect(await server.call(getSmsPolicy)).toEqual({
    countries: null,
    daily_cap: 10,
    home_countries: ['US'],
  })
  expect((await send(RECIPIENT)).status).toBe(200)
  expect(await send(GERMAN)).toEqual(NOT_ALLOWED)
  // D12: Jamaica, whatever its calling code looks like.
  expect(await send('+18765550123')).toEqual(NOT_ALLOWED)
  expect(
    await server.call(updateSmsPolicy, { body: { countries: ['DE', 'DE'], daily_cap: 10 } }),
  ).toEqual({ countries: ['DE'], daily_cap: 10, home_countries: ['US'] })
  expect((await send(GERMAN)).status).toBe(200)
  expect(await send(RECIPIENT)).toEqual(NOT_ALLOWED)
  expect((await server.call(listSms)).total).toBe(2)
  await server.call(updateSmsPolicy, { body: { countries: [], daily_cap: 10 } })
  expect(await send(GERMAN)).toEqual(NOT_ALLOWED)
  // Nothing leaves from there.
  await server.call(removeSmsProvider)
  expect((await send(GERMAN)).status).toBe(200)
})

test('D13 of 500 messages to one country the cap’s number leaves, restart or not, until a day has gone by', async () => {
  const dataDir = emptyDataFolder()
  let time = Date.parse('2026-01-01T12:00:00Z')
  const outside = { now: () => new Date(time) }
  const first = await startServer({ dataDir, outside })
  const from = await readyToSend(first, 100)
  await first.call(updateSmsPolicy, { body: { countries: null, daily_cap: 20 } })
  const body = (count: number) => ({ from, to: GERMAN, body: `Message ${count}` })
  const statuses = []
  for (let count = 0; count < 500; count += 1)
    statuses.push((await post(first, body(count))).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(480)
  await first.server.stop()

  const server = await startServer({ dataDir, outside })
  time += 3_600_000
  expect(await post(server, body(1))).toMatchObject({ status: 429, retryAfter: '82800' })
  // Another country, and another account, have caps of their own.
  expect((await post(server, { ...body(1), to: RECIPIENT })).status).toBe(200)
  time += 23 * 3_600_000
  expect((await post(server, body(2))).status).toBe(200)
})

test('a policy is the account’s own, and holds countries that there are', async () => {
  const server = await startServer()
  const other = await anotherAccount(server)
  await server.call(updateSmsPolicy, { body: { countries: ['FR'], daily_cap: 5 } })
  expect(await other.call(getSmsPolicy)).toMatchObject({ countries: null, home_countries: [] })
  for (const [body, field] of [
    [{ countries: ['DE', 'XX'], daily_cap: 1 }, 'countries.1'],
    [{ countries: ['de'], daily_cap: 1 }, 'countries.0'],
    [{ countries: null, daily_cap: 0 }, 'daily_cap'],
    [{ daily_cap: 1 }, 'countries'],
  ] as const) {
    const answer = await call(server, 'PUT', '/user/sms-policy', body)
    expect([answer.status, Object.keys(JSON.parse(answer.text).errors)]).toEqual([422, [field]])
  }
  expect(await server.call(getSmsPolicy)).toMatchObject({ countries: ['FR'], daily_cap: 5 })
})

test('D14 a number that was deleted, or whose time is over, sends nothing more', async () => {
  const server = await serverWithProvider()
  const { db } = server.context
  const send = () => post(server, { from: server.from, to: RECIPIENT, body: 'Hello' })
  db.prepare('UPDATE phone_numbers SET subscription_expires_at = 1').run()
  expect((await send()).text).toContain('From number subscription is not active')
  db.prepare('UPDATE phone_numbers SET subscription_expires_at = NULL, sms_capable = 0').run()
  expect((await send()).text).toContain('From number is not SMS capable')
  db.prepare('DELETE FROM phone_numbers').run()
  expect((await send()).text).toContain('From number not found')
  expect(server.provider.arrivals).toEqual([])
})
