import { expect, test } from 'vitest'
import { getConversation } from '#contracts/conversations.ts'
import { turnDial } from '#contracts/dial.ts'
import { createLabel } from '#contracts/labels.ts'
import { sendProposal } from '#contracts/proposals.ts'
import { exportReport, getReport } from '#contracts/reports.ts'
import { quantiles } from '../../server/features/reports/bucket.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createClock, turns } from '../support/clock.ts'
import { madeConversation, neverIdle } from '../support/inbox.ts'
import { partOfMigration } from '../support/migrations.ts'
import { colleague } from '../support/operators.ts'
import { fetchAs, startServer } from '../support/server.ts'
import { createVisitor } from '../support/visitor.ts'

const isoDay = (date: Date) => date.toISOString().slice(0, 10)

test('an approved draft is a person’s reply, and taking over is a handover; what happens later counts where the conversation started', async () => {
  const clock = createClock()
  const server = await startServer({ outside: clock.outside })
  neverIdle(server)
  const { call, context } = server
  const numbers = async (query = {}) => (await call(getReport, { query })).total
  const visitor = await createVisitor(server)
  const uuid = visitor.conversationId
  context.db.exec("UPDATE conversations SET ai_mode = 'approve'")
  await visitor.say('What is Parley?')
  await turns()
  const { proposal, ai_epoch: epoch } = await call(getConversation, { params: { uuid } })
  await clock.advance(90_000)
  const body = { proposal_id: proposal!.id, content: 'A desk.' }
  await call(sendProposal, { params: { uuid }, body })
  const { period: first } = await numbers()
  expect(first.counts).toMatchObject({ conversations: 1, person_replied: 1, ai: 0, handed_over: 0 })
  expect(first.person_reply_p50_ms).toBeGreaterThanOrEqual(90_000)
  // It started yesterday: that is where the handover of today counts.
  context.db.exec('UPDATE conversations SET created_at = created_at - 86400000')
  await call(turnDial, { params: { uuid }, body: { mode: 'human', epoch } })
  const today = { date_from: isoDay(clock.outside.now()), date_to: isoDay(clock.outside.now()) }
  const { period, before } = await numbers(today)
  expect([period.counts.handed_over, before!.counts.handed_over]).toEqual([0, 1])
  const { days } = await call(getReport, { query: { compare: 'none' } })
  expect([days.length, days.at(-1)!.conversations, days.at(-2)!.conversations]).toEqual([30, 0, 1])
  // Conversations from before there were reports.
  const times = () =>
    context.db.prepare('SELECT person_at, handed_over_at FROM conversations').get()
  const kept = times()
  expect(Object.values(kept as object)).not.toContain(null)
  context.db.exec('UPDATE conversations SET person_at = NULL, handed_over_at = NULL')
  const [backfill] = partOfMigration('reports', 'UPDATE conversations SET person_at').split(
    'CREATE TRIGGER',
  )
  context.db.exec(backfill!)
  expect(times()).toEqual(kept)
})

test('a report is for owners, admins and keys, and only about their own account', async () => {
  const server = await startServer()
  const { call, as } = server
  madeConversation(server)
  const other = await anotherAccount(server)
  const { total, rows } = await other.call(getReport)
  expect([total.period.counts.conversations, rows]).toEqual([0, []])
  const statusOf = (asked: Promise<unknown>) =>
    asked.then(
      () => 200,
      ({ status, code }) => [status, code],
    )
  const agent = await colleague(server, 'Ada')
  const admin = await colleague(server, 'Bo', 'admin')
  const { conversationId: _, ...visitor } = await createVisitor(server)
  expect(await statusOf(as()(getReport))).toEqual([401, 'unauthenticated'])
  expect(await statusOf(visitor.call(getReport))).toEqual([401, 'unauthenticated'])
  expect(await statusOf(agent.call(getReport))).toEqual([403, 'role_not_allowed'])
  expect(await statusOf(agent.call(exportReport))).toEqual([403, 'role_not_allowed'])
  expect(await statusOf(admin.call(getReport))).toBe(200)
  const foreign = { assistant_id: String((await other.call(getReport)).row_count + 4711) }
  const faults = (query: object) =>
    call(getReport, { query }).catch(({ errors }) => Object.keys(errors))
  expect(await faults(foreign)).toEqual(['assistant_id'])
  expect(await faults({ date_from: '2025-01-01', date_to: '2026-01-02' })).toEqual(['date_to'])
  expect(await faults({ date_from: '2026-01-02', date_to: '2026-01-01' })).toEqual(['date_to'])
  const leap = { date_from: '2024-02-29', date_to: '2024-03-01', compare: 'year' } as const
  expect((await call(getReport, { query: leap })).before).toEqual({
    date_from: '2023-02-28',
    date_to: '2023-03-01',
  })
})

test('the file has a row for each row of the report and each period, and the totals', async () => {
  const server = await startServer()
  const at = Date.parse('2026-03-10T12:00:00Z')
  const { id } = madeConversation(server, { at, messages: [['visitor', 'Hello']] })
  const { data: label } = await server.call(createLabel, {
    body: { name: '=SUM(A1)', colour: 'red' },
  })
  server.context.db.prepare('INSERT INTO conversation_labels VALUES (?, ?)').run(id, label.id)
  const query = 'by=label&date_from=2026-03-10&date_to=2026-03-10'
  const file = await fetchAs(server, '1|test-key-of-the-owner')(`/api/user/reports/export?${query}`)
  expect(file.headers.get('content-disposition')).toContain(
    'report-label-2026-03-10-2026-03-10.csv',
  )
  const lines = (await file.text()).trim().split('\r\n')
  expect(lines.map((line) => line.split(',').slice(0, 7).join().replaceAll('"', ''))).toEqual([
    'by,key,name,date_from,date_to,conversations,asked',
    `label,${label.id},'=SUM(A1),2026-03-10,2026-03-10,1,1`,
    `label,${label.id},'=SUM(A1),2026-03-09,2026-03-09,0,0`,
    'label,total,,2026-03-10,2026-03-10,1,1',
    'label,total,,2026-03-09,2026-03-09,0,0',
  ])
})

test('quantiles are the nearest rank', () => {
  expect([0.5, 0.9, 1].map(quantiles([40, 10, 30, 20]))).toEqual([20, 40, 40])
  expect([0.5, 0.9].map(quantiles([7]))).toEqual([7, 7])
  expect(quantiles([])(0.5)).toBeNull()
})
