import { expect, test } from 'vitest'
import { listCalls } from '#contracts/calls.ts'
import { listConversations } from '#contracts/conversations.ts'
import { getHome } from '#contracts/home.ts'
import { getMessengerChannel } from '#contracts/messenger.ts'
import { listMessengerSenders, listMessengerTemplates } from '#contracts/messenger-senders.ts'
import { listLedger } from '#contracts/money.ts'
import { listSms } from '#contracts/sms.ts'
import { wrongTallies } from '../../../server/db/tallies.ts'
import { createClock } from '../../support/clock.ts'
import { startServer, temporaryFolder } from '../../support/server.ts'

const { outside } = createClock('2026-11-21T13:00:00Z')

const texts = (server: Awaited<ReturnType<typeof startServer>>) =>
  server.context.db.prepare('SELECT content, created_at FROM messages ORDER BY id').raw().all()

test('the demo is deterministic, and is never added to a used data folder', async () => {
  const dataDir = temporaryFolder()
  const first = await startServer({ outside, dataDir, demo: true })
  const said = texts(first)
  expect(texts(await startServer({ outside, demo: true }))).toEqual(said)
  await first.server.stop()
  expect(texts(await startServer({ outside, dataDir, demo: true }))).toEqual(said)
  expect(texts(await startServer({ outside }))).toEqual([])
}, 90_000)

test('the demo is a two-month-old workspace with something to do now', async () => {
  const server = await startServer({ outside, demo: true })
  const { needs_you, period, period_before, onboarding } = await server.call(getHome, {
    query: { days: '30' },
  })
  expect(needs_you.conversations.total).toBe(3)
  expect(needs_you).toMatchObject({ failed_webhooks: 0, failed_documents: 0, low_balance: null })
  expect(period.asked).toBeGreaterThan(60)
  expect(period.asked).toBeGreaterThan(period_before.asked)
  expect(period.ai_handled / period.asked).toBeGreaterThan(0.5)
  expect(period.ratings.reduce((sum, count) => sum + count)).toBeGreaterThan(20)
  expect(onboarding.facts).toMatchObject({
    named: true,
    own_knowledge: true,
    embedded: true,
    team: true,
  })
  const { total } = await server.call(listConversations, {})
  expect(total).toBeGreaterThan(150)
  expect((await server.call(listCalls, {})).total).toBeGreaterThan(50)
  expect((await server.call(listSms, {})).total).toBeGreaterThan(20)
  expect((await server.call(listLedger, {})).total).toBeGreaterThan(100)
  const chats = await server.call(listConversations, { query: { type: 'messenger' } })
  expect(chats.total).toBeGreaterThan(10)
  const windowOf = async (at: number) =>
    (await server.call(getMessengerChannel, { params: { uuid: chats.data[at]!.id } }))
      .session_status
  // The newest can be answered freely, an older one with a template.
  expect([(await windowOf(0)).is_open, (await windowOf(9)).is_open]).toEqual([true, false])
  const [sender] = (await server.call(listMessengerSenders, {})).data
  const templates = await server.call(listMessengerTemplates, { params: { id: sender!.id } })
  expect(templates.data.map(({ status }) => status)).toEqual(['approved', 'approved'])
  expect(wrongTallies(server.context.db, 1)).toEqual([])
})
