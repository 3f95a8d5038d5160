import { expect, test } from 'vitest'
import { createCampaign, getCampaign } from '#contracts/campaigns.ts'
import { createdAssistant } from '../../support/assistants.ts'
import { createClock } from '../../support/clock.ts'
import { startServer } from '../../support/server.ts'

const DAY_MS = 86_400_000

/** A campaign in New Zealand, and what adds calls to it. */
async function campaign() {
  const clock = createClock()
  const server = await startServer({ outside: clock.outside })
  const assistant_id = await createdAssistant(server, { type: 'outbound' })
  const body = { name: 'Spring', assistant_id, timezone: 'Pacific/Auckland' }
  const { data } = await server.call(createCampaign, { body })
  const insert = server.context.db.prepare(`
    INSERT INTO calls (
      user_id, assistant_id, campaign_id, type, status, answered_by, variables, total_cost, provider, created_at, updated_at
    ) VALUES (1, ?, ?, 'outbound', 'completed', ?, '{}', 20000, 'sandbox', ?, ?)
  `)
  return {
    add: (at: string, answeredBy: string) => {
      const ms = Date.parse(at)
      insert.run(assistant_id, data.id, answeredBy, ms, ms)
    },
    days: async () => (await server.call(getCampaign, { params: { id: data.id } })).statistics.days,
    now: server.context.now().getTime(),
  }
}

test('results are told by day in the timezone of the campaign, without gaps', async () => {
  const { add, days } = await campaign()
  expect(await days()).toEqual([])
  // One minute before midnight there, at midnight, and two days later.
  add('2025-12-20T10:59:00Z', 'human')
  add('2025-12-20T11:00:00Z', 'machine')
  add('2025-12-20T11:20:00Z', 'unknown')
  add('2025-12-22T12:00:00Z', 'human')
  const none = { calls: 0, answered: 0, voicemails: 0, goals: 0, cost: 0 }
  expect(await days()).toEqual([
    { ...none, day: '2025-12-20', calls: 1, answered: 1, cost: 0.02 },
    { ...none, day: '2025-12-21', calls: 2, voicemails: 1, cost: 0.04 },
    { ...none, day: '2025-12-22' },
    { ...none, day: '2025-12-23', calls: 1, answered: 1, cost: 0.02 },
  ])
})

test('at most the last sixty days are told one by one', async () => {
  const { add, days, now } = await campaign()
  const at = (days: number) => new Date(now - days * DAY_MS).toISOString()
  add(at(80), 'human')
  add(at(59), 'human')
  add(at(0), 'human')
  const all = await days()
  expect(all).toHaveLength(60)
  expect(all.reduce((sum, { calls }) => sum + calls, 0)).toBe(2)
})
