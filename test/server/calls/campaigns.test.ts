import { expect, test } from 'vitest'
import { deactivateAssistant } from '#contracts/assistants.ts'
import { type Call, listCalls } from '#contracts/calls.ts'
import {
  createCampaign,
  deleteCampaign,
  getCampaign,
  listCampaigns,
  type NewCampaign,
  updateCampaign,
  updateCampaignStatus,
} from '#contracts/campaigns.ts'
import { listNotices } from '#contracts/notices.ts'
import { activeAssistant, type CallDesk, callDesk, NUMBERS } from '../../support/calls.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

interface Row {
  id: number
  status: string
  rounds: number
}

/** A campaign of an active assistant with these leads, each a number and those of its contacts. */
async function campaignOf(
  desk: CallDesk,
  numbers: readonly (readonly string[])[],
  change: Partial<NewCampaign> = {},
  fields = {},
) {
  const assistantId = await activeAssistant(desk, fields)
  const { data } = await desk.call(createCampaign, {
    body: { ...change, name: 'Spring', assistant_id: assistantId },
  })
  for (const numbersOfLead of numbers) addLead(desk, data.id, numbersOfLead)
  const set = (action: string) =>
    desk.call(updateCampaignStatus, { body: { campaign_id: data.id, action } })
  return {
    id: data.id,
    assistantId,
    start: () => set('start'),
    stop: () => set('stop'),
    get: () => desk.call(getCampaign, { params: { id: data.id } }),
    leads: () =>
      desk.context.db
        .prepare<[number], Row>(
          'SELECT id, status, rounds FROM leads WHERE campaign_id = ? AND parent_id IS NULL ORDER BY id',
        )
        .all(data.id),
    /** The most calls that went on at the same time, by their records. */
    mostAtOnce(): number {
      const calls = desk.context.db
        .prepare<[], { created_at: number; ended_at: number }>(
          'SELECT created_at, ended_at FROM calls ORDER BY id',
        )
        .all()
      const during = (at: number) =>
        calls.filter(({ created_at, ended_at }) => created_at <= at && at < ended_at).length
      return Math.max(...calls.map(({ created_at }) => during(created_at)))
    },
    calls: async () =>
      (
        await desk.call(listCalls, { query: { campaign_id: data.id, per_page: 100 } })
      ).data.toReversed(),
  }
}

function addLead(
  { context }: CallDesk,
  campaignId: number,
  [number, ...contacts]: readonly string[],
) {
  const add = context.db.prepare(`
    INSERT INTO leads (user_id, campaign_id, parent_id, position, phone_number, created_at, updated_at)
    VALUES (1, ?, ?, ?, ?, 1, 1)
  `)
  const { lastInsertRowid } = add.run(campaignId, null, 0, number)
  for (const [index, contact] of contacts.entries())
    add.run(campaignId, lastInsertRowid, index + 1, contact)
}

const statusesOf = (rows: readonly { status: string }[]) => rows.map(({ status }) => status)

const begunAt = ({ created_at }: Call) => Date.parse(`${created_at.replace(' ', 'T')}Z`)

test('a campaign calls its leads one after the other and is completed', async () => {
  const desk = await callDesk()
  const campaign = await campaignOf(desk, [
    [NUMBERS.ordinary],
    [NUMBERS.voicemail],
    [NUMBERS.hangUp],
  ])
  expect(await campaign.start()).toEqual({
    message: 'Campaign started successfully.',
    success: true,
    data: { campaign_id: campaign.id, status: 'in-progress' },
  })
  await desk.clock.advance(HOUR_MS)
  expect(statusesOf(campaign.leads())).toEqual(['completed', 'completed', 'completed'])
  const calls = await campaign.calls()
  expect(calls.map((call) => call.campaign_name)).toEqual(['Spring', 'Spring', 'Spring'])
  const { status, statistics, open_leads_count } = await campaign.get()
  expect([status, open_leads_count]).toEqual(['completed', 0])
  expect(statistics).toMatchObject({
    leads: { completed: 3 },
    calls: 3,
    answered: 2,
    voicemails: 1,
  })
})

test('calls begin at most once a second and never more than allowed at once', async () => {
  const desk = await callDesk()
  const numbers = Array.from({ length: 6 }, () => [NUMBERS.ordinary])
  const campaign = await campaignOf(desk, numbers, { max_calls_in_parallel: 2 })
  await campaign.start()
  await desk.clock.advance(5 * MINUTE_MS)
  expect(campaign.mostAtOnce()).toBe(2)
  const times = (await campaign.calls()).map(begunAt)
  for (const [index, time] of times.slice(1).entries())
    expect(time - times[index]!).toBeGreaterThanOrEqual(1000)
})

test('somebody who is not reached is called again after the interval, until the retries are used up', async () => {
  const desk = await callDesk()
  const change = { max_retries: 2, retry_interval: 30 }
  const campaign = await campaignOf(desk, [[NUMBERS.busy], [NUMBERS.noAnswer]], change)
  await campaign.start()
  await desk.clock.advance(MINUTE_MS * 5)
  expect(statusesOf(campaign.leads())).toEqual(['rescheduled', 'rescheduled'])
  await desk.clock.advance(HOUR_MS * 3)
  expect(campaign.leads()).toMatchObject([
    { status: 'reached-max-retries', rounds: 3 },
    { status: 'reached-max-retries', rounds: 3 },
  ])
  const times = (await campaign.calls())
    .filter(({ client_phone_number }) => client_phone_number === NUMBERS.busy)
    .map(begunAt)
  expect(times).toHaveLength(3)
  for (const [index, time] of times.slice(1).entries())
    expect(time - times[index]!).toBeGreaterThanOrEqual(30 * MINUTE_MS)
  expect((await campaign.get()).status).toBe('completed')
})

test('every change of a lead is an event, so that screens follow', async () => {
  const desk = await callDesk()
  const change = { max_retries: 1, retry_interval: 30 }
  const campaign = await campaignOf(desk, [[NUMBERS.busy]], change)
  await campaign.start()
  await desk.clock.advance(HOUR_MS)
  const events = desk.context.db
    .prepare<[], string>(
      "SELECT payload ->> 'status' FROM events WHERE type = 'lead.updated' ORDER BY id",
    )
    .pluck()
    .all()
  expect(events).toEqual([
    'processing',
    'rescheduled',
    'scheduled',
    'processing',
    'reached-max-retries',
  ])
})

test('retries that are due at once all wait for a line, each with an event', async () => {
  const desk = await callDesk()
  const numbers = Array.from({ length: 250 }, () => [NUMBERS.ordinary])
  const campaign = await campaignOf(desk, numbers, { max_calls_in_parallel: 1 })
  desk.context.db.exec("UPDATE leads SET status = 'rescheduled', rounds = 1, next_attempt_at = id")
  await campaign.start()
  await desk.clock.advance(5000)
  const [first, ...others] = campaign.leads()
  expect(first?.status).toBe('processing')
  expect(new Set(statusesOf(others))).toEqual(new Set(['scheduled']))
  const told = desk.context.db
    .prepare<[], number>(
      "SELECT payload ->> 'id' FROM events WHERE type = 'lead.updated' AND payload ->> 'status' = 'scheduled'",
    )
    .pluck()
    .all()
  expect(told.toSorted((a, b) => a - b)).toEqual(campaign.leads().map(({ id }) => id))
})

test('a lead whose call is hung up by a stop is an event', async () => {
  const desk = await callDesk()
  const campaign = await campaignOf(desk, [[NUMBERS.ordinary]])
  await campaign.start()
  await desk.clock.advance(1000)
  await campaign.stop()
  const { payload } = desk.context.db
    .prepare<[], { payload: string }>(
      "SELECT payload FROM events WHERE type = 'lead.updated' ORDER BY id DESC",
    )
    .get()!
  expect(JSON.parse(payload)).toMatchObject({ status: campaign.leads()[0]!.status })
  expect(JSON.parse(payload)).not.toMatchObject({ status: 'processing' })
})

test('contacts are called in order while nobody is reached, without those on the list', async () => {
  const desk = await callDesk()
  desk.context.db
    .prepare('INSERT INTO do_not_call (user_id, phone_number, created_at) VALUES (1, ?, 1)')
    .run(NUMBERS.talkative)
  const campaign = await campaignOf(desk, [
    [NUMBERS.busy, NUMBERS.talkative, NUMBERS.noAnswer, NUMBERS.ordinary, NUMBERS.hangUp],
    [NUMBERS.talkative],
  ])
  await campaign.start()
  await desk.clock.advance(HOUR_MS)
  expect(statusesOf(campaign.leads())).toEqual(['completed', 'blacklisted'])
  const called = (await campaign.calls()).map(({ client_phone_number }) => client_phone_number)
  expect(called).toEqual([NUMBERS.busy, NUMBERS.noAnswer, NUMBERS.ordinary])
})

test('a voicemail is called again where the campaign says so', async () => {
  const desk = await callDesk()
  const change = { retry_on_voicemail: true, max_retries: 1 }
  const campaign = await campaignOf(desk, [[NUMBERS.voicemail]], change)
  await campaign.start()
  await desk.clock.advance(HOUR_MS * 3)
  expect(campaign.leads()).toMatchObject([{ status: 'reached-max-retries', rounds: 2 }])
})

test('a missed goal is called again, and a call without an extraction is not', async () => {
  const desk = await callDesk()
  const fields = {
    post_call_schema: [{ name: 'booked', type: 'bool', description: 'An appointment was booked' }],
  }
  const change = {
    retry_on_goal_incomplete: true,
    goal_completion_variable: 'booked',
    max_retries: 1,
  }
  const campaign = await campaignOf(desk, [[NUMBERS.ordinary]], change, fields)
  await campaign.start()
  await desk.clock.advance(HOUR_MS * 3)
  expect(campaign.leads()).toMatchObject([{ status: 'reached-max-retries', rounds: 2 }])
  expect((await campaign.get()).statistics.goals).toBe(0)
})

test('nobody is called outside the hours', async () => {
  // The clock stands at 12:00 UTC on a Thursday.
  const desk = await callDesk()
  const campaign = await campaignOf(desk, [[NUMBERS.ordinary]], {
    timezone: 'Europe/Berlin',
    allowed_hours_start_time: '09:00',
    allowed_hours_end_time: '12:59',
    allowed_days: ['thursday', 'monday'],
  })
  await campaign.start()
  await desk.clock.jump(HOUR_MS * 91 + 59 * MINUTE_MS)
  expect(await campaign.calls()).toEqual([])
  await desk.clock.advance(2 * MINUTE_MS)
  const [call] = await campaign.calls()
  expect(new Date(begunAt(call!)).toISOString()).toBe('2026-01-05T08:00:00.000Z')
})

test('stopping hangs up: what rings does not count, the round of a conversation is over', async () => {
  const desk = await callDesk()
  const campaign = await campaignOf(desk, [[NUMBERS.talkative], [NUMBERS.noAnswer]])
  await campaign.start()
  await desk.clock.advance(15_000)
  expect(statusesOf(await campaign.calls())).toEqual(['in-progress', 'ringing'])
  expect((await campaign.stop()).data.status).toBe('stopped')
  expect(campaign.leads()).toMatchObject([
    { status: 'rescheduled', rounds: 1 },
    { status: 'created', rounds: 0 },
  ])
  await desk.clock.advance(HOUR_MS * 2)
  expect(statusesOf(await campaign.calls())).toEqual(['completed', 'failed'])
  expect(statusesOf(campaign.leads())).toEqual(['rescheduled', 'created'])
  expect((await campaign.get()).stopped_reason).toBe('owner')
  await campaign.start()
  await desk.clock.advance(HOUR_MS)
  expect(campaign.leads()[0]).toMatchObject({ status: 'completed', rounds: 2 })
})

test('a campaign whose first call cannot be paid does not start', async () => {
  const desk = await callDesk({}, 0)
  const campaign = await campaignOf(desk, [[NUMBERS.ordinary]])
  await expect(campaign.start()).rejects.toMatchObject({
    status: 400,
    body: {
      message: 'Insufficient balance to start the campaign. Please top up your account.',
      success: false,
      data: { campaign_id: campaign.id, status: 'draft' },
    },
  })
})

test('a campaign stops when the next call cannot be paid', async () => {
  // Enough for one call of the longest kind, not for two.
  const desk = await callDesk({}, 0.2)
  const campaign = await campaignOf(desk, [[NUMBERS.talkative], [NUMBERS.ordinary]])
  await campaign.start()
  await desk.clock.advance(15_000)
  expect(await campaign.get()).toMatchObject({
    status: 'stopped',
    stopped_reason: 'insufficient_balance',
  })
  expect(statusesOf(campaign.leads())).not.toContain('processing')
  expect((await desk.call(listNotices)).data).toMatchObject([{ kind: 'campaign_stopped' }])
})

test('a campaign stops when its assistant is deactivated, and a notice says so', async () => {
  const desk = await callDesk()
  const campaign = await campaignOf(desk, [[NUMBERS.talkative], [NUMBERS.ordinary]], {
    max_calls_in_parallel: 1,
  })
  await campaign.start()
  await desk.clock.advance(15_000)
  await desk.call(deactivateAssistant, { params: { id: campaign.assistantId } })
  await desk.clock.advance(31_000)
  expect(await campaign.get()).toMatchObject({ status: 'stopped', stopped_reason: 'assistant' })
  expect((await desk.call(listNotices)).data).toMatchObject([
    { kind: 'campaign_stopped', subject: 'Spring' },
  ])
  expect(statusesOf(campaign.leads())).toEqual(['rescheduled', 'created'])
})

test('a deleted campaign takes its leads with it and leaves its calls', async () => {
  const desk = await callDesk()
  const campaign = await campaignOf(desk, [[NUMBERS.ordinary]])
  await campaign.start()
  await desk.clock.advance(15_000)
  await desk.call(deleteCampaign, { params: { id: campaign.id } })
  expect(await desk.call(listCampaigns)).toEqual([])
  expect(campaign.leads()).toEqual([])
  await desk.clock.advance(HOUR_MS)
  const { data } = await desk.call(listCalls)
  expect(data).toMatchObject([{ campaign_name: '', status: 'completed' }])
})

test('a change applies to the leads that wait', async () => {
  const desk = await callDesk()
  const campaign = await campaignOf(desk, [[NUMBERS.busy]], { retry_interval: 600 })
  await campaign.start()
  await desk.clock.advance(MINUTE_MS)
  await desk.call(updateCampaign, {
    params: { id: campaign.id },
    body: { retry_interval: 10, max_retries: 1 },
  })
  await desk.clock.advance(11 * MINUTE_MS)
  expect(await campaign.calls()).toHaveLength(2)
  expect(campaign.leads()).toMatchObject([{ status: 'reached-max-retries' }])
})
