import { expect, test } from 'vitest'
import { getCallReport } from '#contracts/call-report.ts'
import { listCalls } from '#contracts/calls.ts'
import { CallKind, CallOutcome } from '#contracts/enums.ts'
import { getHome } from '#contracts/home.ts'
import { anotherAccount } from '../../support/accounts.ts'
import { createdAssistant } from '../../support/assistants.ts'
import { activeAssistant, callDesk, dial, NUMBERS, playOut } from '../../support/calls.ts'
import { createClock } from '../../support/clock.ts'
import { colleague } from '../../support/operators.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { listenFrom } from '../../support/voice-listener.ts'
import { onCall, waitLong } from '../../support/web-calls.ts'

/** Inserts a finished call directly, bypassing the verbs. */
interface Written {
  readonly assistantId: number
  readonly at: string
  readonly type?: 'inbound' | 'outbound' | 'web'
  readonly provider?: string
  readonly status?: string
  readonly endedBy?: string | null
  readonly duration?: number
  readonly cost?: number
  /** Timeout for responses, ms. */
  readonly waits?: readonly number[]
  readonly cuts?: number
}

function write({ context: { db } }: TestServer, calls: readonly Written[]): void {
  const call = db.prepare(`
    INSERT INTO calls (
      user_id, assistant_id, type, status, ended_by, duration, total_cost, provider, created_at, updated_at
    ) VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, 0)
  `)
  const turn = db.prepare(`
    INSERT INTO call_turns (call_id, turn, place, speaker, content, sound_ms, is_cut) VALUES (?, ?, 0, 'assistant', 'x', ?, ?)
  `)
  for (const { assistantId, at, waits = [], cuts = 0, ...one } of calls) {
    const { type = 'web', provider = 'web', status = 'completed' } = one
    const { endedBy = 'customer', duration = 60, cost = 1000 } = one
    const { lastInsertRowid: id } = call.run(
      ...[assistantId, type, status, endedBy, duration, cost, provider, Date.parse(at)],
    )
    for (const [index, ms] of waits.entries()) turn.run(id, index, ms, Number(index < cuts))
  }
}

test('anonymous requests get no report, agents do, and an account sees only its own calls', async () => {
  const server = await startServer()
  const assistantId = await createdAssistant(server, {})
  write(server, [{ assistantId, at: new Date().toISOString() }])
  await expect(server.as()(getCallReport, { query: {} })).rejects.toMatchObject({ status: 401 })
  const agent = await colleague(server, 'Bea')
  expect((await agent.call(getCallReport, { query: {} })).total.calls).toBe(1)
  const other = await anotherAccount(server)
  const foreign = await other.call(getCallReport, { query: {} })
  expect(foreign).toMatchObject({ total: { calls: 0 }, assistants: [] })
  const query = { assistant_id: String(assistantId) }
  await expect(other.call(getCallReport, { query })).rejects.toMatchObject({ status: 422 })
})

test('reversed or nonexistent dates are 422', async () => {
  const { call } = await startServer()
  for (const query of [
    { date_from: '2026-03-02', date_to: '2026-03-01' },
    { date_from: '2026-02-30' },
    { timezone: 'Mars/Olympus' },
  ])
    await expect(call(getCallReport, { query })).rejects.toMatchObject({ status: 422 })
})

test('practice calls in the Sandbox are kept apart from real ones, on Home as well', async () => {
  const desk = await callDesk()
  const id = await activeAssistant(desk, {
    initial_message: 'Good morning, this is the bakery, and we have fresh rolls today.',
  })
  await playOut(desk, await dial(desk, id, NUMBERS.interrupting))
  await playOut(desk, await dial(desk, id, NUMBERS.busy))
  const { total, kinds, assistants } = await desk.call(getCallReport, { query: {} })
  expect(kinds.sandbox).toMatchObject({ calls: 2, answered: 1, interrupted: 1 })
  expect(kinds.sandbox.interruptions).toBeGreaterThan(0)
  expect(kinds.sandbox.outcomes).toMatchObject({ customer: 1, busy: 1, failed: 0 })
  expect(kinds.sandbox).toMatchObject({ wait_p50_ms: null, wait_p95_ms: null })
  expect(kinds.sandbox.seconds).toBeGreaterThan(5)
  expect(total).toMatchObject({ calls: 0, answered: 0, seconds: 0, cost: 0 })
  expect(assistants).toEqual([])
  const { today } = await desk.call(getHome, { query: {} })
  expect(today.calls).toEqual({ inbound: 0, outbound: 0, web: 0, sandbox: 2 })
  expect(today).toMatchObject({ call_seconds: 0, call_cost: 0 })
})

test('calls are counted per day in the viewer’s time zone, by type and by assistant', async () => {
  const { outside } = createClock('2026-03-31T10:07:00Z')
  const server = await startServer({ outside })
  const [ada, ben] = [await createdAssistant(server, {}), await createdAssistant(server, {})]
  write(server, [
    { assistantId: ada, at: '2026-03-30T21:59:00Z' },
    { assistantId: ada, at: '2026-03-30T22:00:00Z', duration: 30, waits: [700, 800, 900] },
    { assistantId: ben, at: '2026-03-31T09:00:00Z', type: 'inbound', duration: 90, cost: 5000 },
    { assistantId: ben, at: '2026-03-31T09:00:00Z', type: 'inbound', cuts: 1, waits: [5000] },
    { assistantId: ben, at: '2026-03-31T09:00:00Z', provider: 'sandbox', type: 'inbound' },
  ])
  const query = { timezone: 'Europe/Berlin', date_from: '2026-03-31', date_to: '2026-03-31' }
  const { total, kinds, assistants } = await server.call(getCallReport, { query })
  expect(total).toMatchObject({ calls: 3, seconds: 180, cost: 0.007, interrupted: 1 })
  expect([kinds.web.calls, kinds.inbound.calls, kinds.sandbox.calls]).toEqual([1, 2, 1])
  expect(kinds.web.wait_p50_ms).toBeGreaterThan(672)
  expect(kinds.web.wait_p50_ms).toBeLessThan(951)
  expect(total.wait_p95_ms).toBeGreaterThan(4500)
  expect(assistants.map(({ assistant_id, calls }) => [assistant_id, calls])).toEqual([
    [ben, 2],
    [ada, 1],
  ])
  const narrow = { ...query, assistant_id: String(ada) }
  const one = await server.call(getCallReport, { query: narrow })
  expect(one).toMatchObject({ total: { calls: 1 }, assistants: [{ assistant_id: ada }] })
  // Thirty days by default, ending today.
  const { date_from, date_to } = await server.call(getCallReport, { query: {} })
  expect([date_from, date_to]).toEqual(['2026-03-02', '2026-03-31'])
})

test('the call list shows exactly the calls behind each figure', async () => {
  const { outside } = createClock('2026-03-31T10:07:00Z')
  const server = await startServer({ outside })
  const ids = [await createdAssistant(server, {}), await createdAssistant(server, {})]
  const statuses = ['completed', 'busy', 'no-answer', 'failed', 'ended_by_assistant', 'in-progress']
  const enders = ['customer', 'assistant', 'operator', 'limit', null]
  write(
    server,
    Array.from({ length: 240 }, (_, index) => ({
      assistantId: ids[index % 2]!,
      at: new Date(Date.parse('2026-03-30T12:00:00Z') + index * 600_000).toISOString(),
      type: (['inbound', 'outbound', 'web'] as const)[index % 3]!,
      provider: index % 4 === 0 ? 'sandbox' : 'other',
      status: statuses[index % 6]!,
      endedBy: enders[index % 5]!,
      waits: index % 7 === 0 ? [100, 200] : [],
      cuts: index % 7 === 0 ? 2 : 0,
    })),
  )
  const { db } = server.context
  db.prepare('UPDATE calls SET had_person = 1 WHERE id % 11 = 0').run()
  const days = {
    timezone: 'America/New_York',
    date_from: '2026-03-31',
    date_to: '2026-03-31',
    assistant_id: String(ids[0]),
  }
  const listed = async (filter: object) =>
    (await server.call(listCalls, { query: { ...days, ...filter } })).total
  const { kinds, total } = await server.call(getCallReport, { query: days })
  expect(await listed({ sandbox: '0' })).toBe(total.calls)
  expect(await listed({ sandbox: '0', answered: '1' })).toBe(total.answered)
  let seen = 0
  for (const kind of CallKind.options) {
    const numbers = kinds[kind]
    seen += numbers.calls
    expect(await listed({ kind })).toBe(numbers.calls)
    expect(await listed({ kind, answered: '1' })).toBe(numbers.answered)
    expect(await listed({ kind, answered: '0' })).toBe(numbers.calls - numbers.answered)
    expect(await listed({ kind, interrupted: '1' })).toBe(numbers.interrupted)
    expect(await listed({ kind, had_person: '1' })).toBe(numbers.had_person)
    for (const outcome of CallOutcome.options)
      expect(await listed({ kind, outcome })).toBe(numbers.outcomes[outcome])
  }
  expect(seen).toBe(await listed({}))
  expect(seen).toBeGreaterThan(50)
})

test('a call taken over by an operator counts as handled by a human', async () => {
  const { server, caller, callId } = await onCall()
  const bea = await colleague(server, 'Bea')
  const ear = await listenFrom(server, callId, bea.call)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  const people = async () => (await server.call(getCallReport, { query: {} })).kinds.web.had_person
  expect(await people()).toBe(0)
  ear.take()
  await expect.poll(people, waitLong).toBe(1)
  const { total } = await server.call(listCalls, { query: { had_person: '1' } })
  expect(total).toBe(1)
})

test('lists by the rarer filters read only an index, and the report reads no calls', async () => {
  const server = await startServer()
  const plans: string[] = []
  const prepare = server.context.db.prepare.bind(server.context.db)
  server.context.db.prepare = ((sql: string) => {
    // Retention may look for old calls at any time.
    if (sql.includes('CROSS JOIN calls')) return prepare(sql)
    const names = new Set([...sql.matchAll(/:(\w+)/g)].map(([, name]) => name!))
    const nothing = Object.fromEntries([...names].map((name) => [name, '[]']))
    const explain = prepare(`EXPLAIN QUERY PLAN ${sql}`)
    const marks = [...sql.matchAll(/\?/g)].map(() => 1)
    const rows = names.size > 0 ? explain.all(nothing) : explain.all(...marks)
    plans.push(...(rows as { detail: string }[]).map(({ detail }) => detail))
    return prepare(sql)
  }) as typeof server.context.db.prepare
  await server.call(getCallReport, { query: {} })
  expect(plans.filter((plan) => / calls\b/.test(plan))).toEqual([])
  expect(plans.some((plan) => /tallies USING PRIMARY KEY/.test(plan))).toBe(true)
  await server.call(listCalls, {
    query: { kind: 'web', outcome: 'customer', date_from: '2026-03-31', answered: '1' },
  })
  expect(plans).toContainEqual(
    expect.stringMatching(/SEARCH calls USING COVERING INDEX calls_by_user/),
  )
})
