import { expect, test } from 'vitest'
import { getBalance } from '#contracts/balance.ts'
import { endCall, getCallTimeline } from '#contracts/calls.ts'
import { getProviders } from '#contracts/lookups.ts'
import {
  findPrice,
  getSpending,
  type LedgerEntry,
  listLedger,
  topUpBalance,
} from '#contracts/money.ts'
import { getSms } from '#contracts/sms.ts'
import { activeAssistant, callDesk, dial, NUMBERS, playOut } from '../support/calls.ts'
import { startServer } from '../support/server.ts'
import { post, readyToSend, smsStandIn } from '../support/sms.ts'

test('a call’s timeline has its steps in order, its turns with times, and their positions in the recording', async () => {
  const desk = await callDesk()
  const id = await dial(desk, await activeAssistant(desk, { record: true }), NUMBERS.ordinary)
  const call = await playOut(desk, id)
  const timeline = await desk.call(getCallTimeline, { params: { id } })
  expect(timeline.call).toEqual(call)
  expect(timeline.steps.map(({ kind }) => kind)).toEqual([
    'created',
    'dialled',
    'ringing',
    'answered',
    'ended',
    'completed',
  ])
  const times = timeline.steps.map(({ at }) => Date.parse(at))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(timeline.ended_by).toBe('customer')
  expect(timeline).toMatchObject({ is_sandbox: true, held: 0 })
  const { utterances } = timeline
  expect(
    utterances.map(
      ({ speaker, content }) => `${speaker === 'customer' ? 'Customer' : 'AI'}: ${content}`,
    ),
  ).toEqual(call.transcript.split('\n').slice(1))
  const spoken = utterances.map(({ at }) => Date.parse(at!))
  expect(spoken).toEqual(spoken.toSorted((a, b) => a - b))
  expect(spoken[0]).toBeGreaterThanOrEqual(times[3]!)
  expect(spoken.at(-1)).toBeLessThan(times[4]!)
  // The positions match the audio: after the chime, one after another, within the recording.
  const places = utterances.map(({ recorded_at }) => recorded_at!)
  expect(places[0]).toBe(0.75)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  const wav = Buffer.from(await (await fetch(call.recording_url!)).arrayBuffer())
  const seconds = wav.readUInt32LE(wav.indexOf('data') + 4) / 8000
  expect(places.at(-1)).toBeLessThan(seconds)
})

test.each([
  ['busy', NUMBERS.busy],
  ['no-answer', NUMBERS.noAnswer],
] as const)('a call that is %s ends there', async (kind, number) => {
  const desk = await callDesk()
  const id = await dial(desk, await activeAssistant(desk), number)
  await playOut(desk, id)
  const { steps, utterances, ended_by } = await desk.call(getCallTimeline, { params: { id } })
  expect(steps.map((step) => step.kind)).toEqual(['created', 'dialled', 'ringing', kind])
  expect([utterances, ended_by]).toEqual([[], null])
})

test('an ongoing call shows its hold, and one hung up by an operator says so', async () => {
  const desk = await callDesk()
  const id = await dial(desk, await activeAssistant(desk, { max_duration: 120 }), NUMBERS.talkative)
  await desk.clock.advance(8000)
  const before = await desk.call(getCallTimeline, { params: { id } })
  expect(before.held).toBeCloseTo(2 * before.minute_price, 6)
  expect(await desk.call(getBalance)).toEqual({
    balance: 100 - before.held,
    held: { sms: 0, messenger: 0, call: before.held, llm: 0 },
  })
  await desk.call(endCall, { params: { id } })
  const after = await desk.call(getCallTimeline, { params: { id } })
  expect([after.ended_by, after.held]).toEqual(['operator', 0])
  expect((await desk.call(getBalance)).held.call).toBe(0)
})

test('a message shows why it failed, or when its carrier is asked next', async () => {
  const server = await startServer()
  const from = await readyToSend(server)
  await post(server, { from, to: '+15005550001', body: 'Hello' })
  await post(server, { from, to: '+15005550014', body: 'Hello' })
  const failed = await server.call(getSms, { params: { id: 1 } })
  expect(failed).toMatchObject({ status: 'failed', is_sandbox: true, next_check_at: null })
  expect(failed.error).toContain('21211')
  const unknown = await server.call(getSms, { params: { id: 2 } })
  expect(unknown.status).toBe('unknown')
  expect(Date.parse(unknown.next_check_at!)).toBeGreaterThan(Date.now())
  expect((await server.call(getBalance)).held.sms).toBe(0.0079)
})

test('the message carrier is named, and the Sandbox with its numbers', async () => {
  const sandbox = await startServer()
  const { sms, voice } = await sandbox.call(getProviders)
  expect([sms.is_sandbox, voice.is_sandbox]).toEqual([true, true])
  expect(sms.magic_numbers).toContainEqual({ number: '+15005550001', effect: 'refused' })
  expect(voice.magic_numbers).toContainEqual({ number: '+12025550101', effect: 'busy' })
  const other = await startServer({ outside: { smsProvider: smsStandIn().provider } })
  expect((await other.call(getProviders)).sms).toEqual({
    name: 'stand-in',
    is_sandbox: false,
    magic_numbers: [],
  })
})

test('a number is priced by the country it actually belongs to', async () => {
  const { call, fetch } = await startServer()
  const price = (phone_number: string) => call(findPrice, { query: { phone_number } })
  expect(await price('+1 (202) 555-0123')).toMatchObject({
    phone_number: '+12025550123',
    country: 'US',
    sms_price: 0.0079,
  })
  expect((await price('+18765550123')).country).toBe('JM')
  const bad = await fetch('/api/user/prices/number?phone_number=12345')
  expect([bad.status, await bad.json()]).toMatchObject([
    422,
    { errors: { phone_number: [expect.stringContaining('international format')] } },
  ])
})

test('the ledger is filtered by subject and by day', async () => {
  const server = await startServer()
  const from = await readyToSend(server, 5)
  await post(server, { from, to: '+12025550123', body: 'Hello' })
  const kinds = async (query: object) =>
    (await server.call(listLedger, { query })).data.map(({ kind }) => kind)
  expect(await kinds({})).toEqual(['sms.settled', 'sms.hold', 'top_up'])
  expect(await kinds({ kind: 'sms' })).toEqual(['sms.settled', 'sms.hold'])
  expect(await kinds({ kind: 'top_up' })).toEqual(['top_up'])
  expect(await kinds({ kind: 'call' })).toEqual([])
  expect(await kinds({ date_to: '2020-01-01' })).toEqual([])
  expect((await server.fetch('/api/user/ledger?kind=magic')).status).toBe(422)
})

test('spending is grouped by the reader’s days', async () => {
  const desk = await callDesk({}, 0)
  // Midday in UTC, which is the next day in Kiritimati.
  const from = await readyToSend(desk, 5)
  await post(desk, { from, to: '+12025550123', body: 'Hello' })
  const { days } = await desk.call(getSpending, { query: { days: 3 } })
  expect(days).toEqual([
    { day: '2025-12-30', sms: 0, messenger: 0, call: 0, llm: 0, number: 0, top_up: 0 },
    { day: '2025-12-31', sms: 0, messenger: 0, call: 0, llm: 0, number: 0, top_up: 0 },
    { day: '2026-01-01', sms: 0.0079, messenger: 0, call: 0, llm: 0, number: 0, top_up: 5 },
  ])
  const there = await desk.call(getSpending, {
    query: { days: 2, timezone: 'Pacific/Kiritimati' },
  })
  expect(there.days.map(({ day, sms }) => [day, sms])).toEqual([
    ['2026-01-01', 0],
    ['2026-01-02', 0.0079],
  ])
})

test('no list of the ledger scans other rows or sorts', async () => {
  const { context } = await startServer()
  const plans = [
    ['ledger_by_time', ''],
    ['ledger_by_purpose', "AND purpose = 'sms'"],
  ].map(([index, fits]) =>
    context.db
      .prepare<[], { detail: string }>(
        `EXPLAIN QUERY PLAN SELECT * FROM ledger INDEXED BY ${index} WHERE user_id = 1 ${fits}
         AND created_at >= 0 AND (created_at, id) < (9, 9) ORDER BY created_at DESC, id DESC LIMIT 9`,
      )
      .all()
      .map(({ detail }) => detail),
  )
  for (const [plan] of plans) expect(plan).toMatch(/^SEARCH ledger USING INDEX ledger_by_/)
  expect(plans.flat().join()).not.toMatch(/TEMP B-TREE|SCAN/)
})

test('monthly statements contain every entry once, and each balance follows from the one before', async () => {
  let now = Date.parse('2026-01-31T23:59:59.999Z')
  const server = await startServer({ outside: { now: () => new Date(now) } })
  const from = await readyToSend(server, 5)
  now += 1
  await post(server, { from, to: '+12025550123', body: 'Hello' })
  await server.call(topUpBalance, { body: { amount: 2.5, note: 'Invoice 7' } })
  now = Date.parse('2026-02-28T23:59:59.999Z')
  await post(server, { from, to: '+12025550124', body: 'Hello' })
  now += 1
  await server.call(topUpBalance, { body: { amount: 1 } })
  const statement = async (month: string, last: string) => {
    const query = `date_from=2026-${month}-01&date_to=2026-${month}-${last}&format=json`
    const response = await server.fetch(`/api/user/ledger/export?${query}`)
    return (await response.json()) as LedgerEntry[]
  }
  const months = [
    await statement('01', '31'),
    await statement('02', '28'),
    await statement('03', '31'),
  ]
  expect(months.map((entries) => entries.length)).toEqual([1, 5, 1])
  const entries = months.flatMap((newestFirst) => newestFirst.toReversed())
  expect(entries.map(({ id }) => id)).toEqual(
    (await server.call(listLedger)).data.map(({ id }) => id).toReversed(),
  )
  let balance = 0
  for (const entry of entries) {
    balance = Math.round((balance + entry.amount) * 1e6) / 1e6
    expect(entry.balance).toBe(balance)
  }
  expect((await server.call(getBalance)).balance).toBe(balance)
})
