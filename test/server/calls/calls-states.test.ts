import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { importCalls } from '#contracts/call-import.ts'
import { type Call, listCalls } from '#contracts/calls.ts'
import { CallStatus } from '#contracts/enums.ts'
import { events } from '#contracts/events.ts'
import { moveCall } from '../../../server/features/calls/lifecycle.ts'
import { activeAssistant, callDesk } from '../../support/calls.ts'

const STATUSES = CallStatus.options

/** The allowed transitions (docs/spec/decisions.md, section 4). */
const ALLOWED = [
  'initiated → ringing',
  'initiated → busy',
  'initiated → no-answer',
  'initiated → failed',
  'ringing → in-progress',
  'ringing → busy',
  'ringing → no-answer',
  'ringing → failed',
  'in-progress → ended_by_customer',
  'in-progress → ended_by_assistant',
  'in-progress → ended',
  'ended_by_customer → completed',
  'ended_by_assistant → completed',
  'ended → completed',
]

test('of all hundred transitions only the fourteen allowed ones happen, and the others leave no trace', async () => {
  const desk = await callDesk()
  const assistant_id = await activeAssistant(desk)
  const pairs = STATUSES.flatMap((from) => STATUSES.map((to) => ({ from, to })))
  const calls = pairs.map(({ from }) => ({ assistant_id, type: 'outbound' as const, status: from }))
  await desk.call(importCalls, { body: { calls } })
  const { data } = await desk.call(listCalls, { query: { per_page: 100 } })
  const ids = data.map(({ id }) => id).sort((a, b) => a - b)
  const made: string[] = []
  for (const [at, { from, to }] of pairs.entries()) {
    const before = desk.context.events.last()
    const moved = await desk.context.write((tx) =>
      moveCall(tx, desk.context, ids[at]!, to, { duration: 7 }),
    )
    const events = desk.context.events.after(before)
    expect(events).toHaveLength(moved ? 1 : 0)
    const row = desk.context.db
      .prepare<[number], { status: string; duration: number }>('SELECT * FROM calls WHERE id = ?')
      .get(ids[at]!)!
    expect(row).toMatchObject(moved ? { status: to, duration: 7 } : { status: from, duration: 0 })
    if (moved) made.push(`${from} → ${to}`)
  }
  expect(made.sort()).toEqual([...ALLOWED].sort())
})

test('a status change is an event that contains the call', async () => {
  const desk = await callDesk()
  const assistant_id = await activeAssistant(desk)
  const calls = [{ assistant_id, type: 'web' as const, status: 'ringing' as const }]
  await desk.call(importCalls, { body: { calls } })
  const { data } = await desk.call(listCalls)
  await desk.context.write((tx) =>
    moveCall(tx, desk.context, data[0]!.id, 'in-progress', { answeredBy: 'human' }),
  )
  const event = desk.context.events.after(0).at(-1)!
  expect(event).toMatchObject({ type: 'call.updated', user_id: 1, visitor_id: null })
  const payload: Call = events['call.updated'].operator.parse(JSON.parse(event.payload))
  expect(payload).toMatchObject({ id: data[0]!.id, status: 'in-progress', answered_by: 'human' })
})

test('only one statement in the server sets a call’s status', () => {
  const root = path.resolve(import.meta.dirname, '../../server')
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|sql)$/.test(name))
    .map((name) => readFileSync(path.join(root, name), 'utf8'))
  const setters = sources
    .flatMap((text) => [...text.matchAll(/UPDATE calls\s+SET([\s\S]*?)WHERE/g)])
    .filter(([, assignments]) => /\bstatus\s*=/.test(assignments!))
  expect(setters).toHaveLength(1)
})
