import { expect, test } from 'vitest'
import { enableInboundWebhook } from '#contracts/assistant-webhooks.ts'
import { importCalls } from '#contracts/call-import.ts'
import { type Call, getCall, listCalls, simulateCall } from '#contracts/calls.ts'
import { CallStatus } from '#contracts/enums.ts'
import { createPhoneNumber } from '#contracts/phone-numbers.ts'
import { toZonedIso } from '../../../server/db/time.ts'
import { costOf } from '../../../server/features/calls/charge.ts'
import { evaluate } from '../../../server/features/calls/evaluate.ts'
import { wantsWebhook } from '../../../server/features/calls/post-call-webhook.ts'
import { recordWebhookResponse } from '../../../server/features/calls/webhook-response.ts'
import {
  activeAssistant,
  type CallDesk,
  callDesk,
  dial,
  NUMBERS,
  playOut,
} from '../../support/calls.ts'
import { startReceiver } from '../../support/receiver.ts'
import { allowing } from '../../support/server.ts'

const URL_ = 'https://hooks.example.com/call'

interface Sent {
  readonly call_id: number
  readonly url: string
  readonly payload: Record<string, unknown>
}

/** The webhooks about calls in the outbox. */
function outbox({ context }: CallDesk): Sent[] {
  return context.db
    .prepare<[], { call_id: number; url: string; payload: string }>(
      "SELECT call_id, url, payload FROM webhook_deliveries WHERE kind = 'post_call' ORDER BY id",
    )
    .all()
    .map((row) => ({ ...row, payload: JSON.parse(row.payload) }))
}

test('the webhook’s fields are in order: the call, then the extracted values', async () => {
  const desk = await callDesk()
  const { data } = await desk.call(createPhoneNumber, {
    body: { phone_number: '+14155552671', type: 'normal' },
  })
  const id = await activeAssistant(desk, {
    timezone: 'Europe/Berlin',
    phone_number_id: data.id,
    record: true,
    is_webhook_active: true,
    webhook_url: URL_,
    variables: { shop: 'Bakery', customer_name: 'nobody' },
    post_call_schema: [{ name: 'email', type: 'string', description: 'email address' }],
  })
  const callId = await dial(desk, id, NUMBERS.ordinary, { customer_name: 'Ada' })
  const call = await playOut(desk, callId)
  expect(call).toMatchObject({
    status: 'completed',
    variables: { customer_name: 'Ada', email: 'ada@example.com' },
  })
  const { ended, answered } = desk.context.db
    .prepare<[], { ended: number; answered: number }>(
      'SELECT ended_at AS ended, answered_at AS answered FROM calls',
    )
    .get()!
  expect(call.duration).toBe(Math.round((ended - answered) / 1000))
  const [sent, ...more] = outbox(desk)
  expect(more).toEqual([])
  expect(sent).toMatchObject({ call_id: callId, url: URL_ })
  expect(Object.entries(sent!.payload)).toEqual([
    ['event', 'post_call'],
    ['id', callId],
    ['customer_phone', NUMBERS.ordinary],
    ['assistant_phone', '+14155552671'],
    ['duration', call.duration],
    ['status', 'completed'],
    ['extracted_variables', { email: 'ada@example.com' }],
    ['input_variables', { shop: 'Bakery', customer_name: 'Ada' }],
    ['transcript', call.transcript],
    ['recording_url', call.recording_url],
    ['created_at', '2026-01-01T13:00:00.000+01:00'],
    ['finished_at', toZonedIso(ended, 'Europe/Berlin')],
    ['lead', null],
    ['campaign', null],
  ])
})

/** A number for each way a call can go, and the resulting status. */
const WAYS = {
  [NUMBERS.ordinary]: 'completed',
  [NUMBERS.voicemail]: 'completed',
  [NUMBERS.talkative]: 'completed',
  [NUMBERS.busy]: 'busy',
  [NUMBERS.noAnswer]: 'no-answer',
  [NUMBERS.failed]: 'failed',
} as const satisfies Record<string, Call['status']>

const FLAGS = [true, false]

/** The eight combinations of the three switches. */
const SWITCHES = FLAGS.flatMap((is_webhook_active) =>
  FLAGS.flatMap((send_webhook_only_on_completed) =>
    FLAGS.map((include_recording_in_webhook) => ({
      is_webhook_active,
      send_webhook_only_on_completed,
      include_recording_in_webhook,
    })),
  ),
)

test('the three switches decide which statuses are sent, and whether with the recording', async () => {
  const desk = await callDesk()
  const wanted: { id: number; status: unknown; hasUrl: boolean }[] = []
  for (const switches of SWITCHES) {
    const change = { ...switches, webhook_url: URL_, max_duration: 60 }
    const assistant = await activeAssistant(desk, change)
    for (const [number, status] of Object.entries(WAYS)) {
      const id = await dial(desk, assistant, number)
      const isTold = status === 'completed' || !switches.send_webhook_only_on_completed
      const hasUrl = switches.include_recording_in_webhook
      if (switches.is_webhook_active && isTold) wanted.push({ id, status, hasUrl })
    }
  }
  await desk.clock.advance(120_000)
  const sent = outbox(desk).map(({ call_id: id, payload }) => ({
    id,
    status: payload['status'],
    hasUrl: 'recording_url' in payload,
  }))
  expect(wanted).toHaveLength(2 * (6 + 3))
  expect(sent.sort((a, b) => a.id - b.id)).toEqual(wanted)
  // All ten statuses occurred; only the last one of each call was sent.
  const changes = desk.context.events.after(0).filter(({ type }) => type.startsWith('call.'))
  const seen = changes.map(({ payload }) => (JSON.parse(payload) as Call).status)
  expect(new Set(seen).size).toBe(10)
}, 15_000)

test('an ongoing call is never reported, whatever the switches', () => {
  const untold = CallStatus.options.filter((status) =>
    SWITCHES.every(
      ({ is_webhook_active, send_webhook_only_on_completed }) =>
        !wantsWebhook(
          {
            webhook_url: URL_,
            is_webhook_active: Number(is_webhook_active),
            send_webhook_only_on_completed: Number(send_webhook_only_on_completed),
          },
          status,
        ),
    ),
  )
  expect(untold).toEqual([
    'initiated',
    'ringing',
    'in-progress',
    'ended',
    'ended_by_customer',
    'ended_by_assistant',
  ])
})

test('an assistant without evaluation neither evaluates nor sends anything', async () => {
  const desk = await callDesk()
  const id = await activeAssistant(desk, { post_call_evaluation: false, webhook_url: URL_ })
  const call = await playOut(desk, await dial(desk, id))
  expect(call).toMatchObject({ status: 'completed', evaluation: {}, variables: {} })
  expect(outbox(desk)).toEqual([])
})

test('the receiver’s response is shown with the call', async () => {
  const receiver = await startReceiver((res) => res.end('{"ticket":7}'))
  const desk = await callDesk(allowing(receiver.host))
  const id = await activeAssistant(desk, { is_webhook_active: true, webhook_url: receiver.url })
  const callId = await dial(desk, id, NUMBERS.hangUp)
  await playOut(desk, callId)
  await expect
    .poll(async () => (await desk.call(getCall, { params: { id: callId } })).webhook_response)
    .toEqual({ status: 'success', data: { ticket: 7 } })
  expect(JSON.parse(receiver.requests[0]!.body)).toMatchObject({ event: 'post_call', id: callId })
})

test('a response about a deleted call changes nothing', async () => {
  const { context } = await callDesk()
  const before = context.events.last()
  await context.write((tx) =>
    recordWebhookResponse(tx, context, 999, { status: 'success', data: {} }),
  )
  expect(context.events.last()).toBe(before)
})

test('before an inbound call connects, its webhook is asked and the returned variables are used', async () => {
  const receiver = await startReceiver((res) => res.end('{"customer_name":"Ada","vip":true}'))
  const desk = await callDesk(allowing(receiver.host))
  const assistant_id = await activeAssistant(desk, {
    type: 'inbound',
    initial_message: 'Hello {{customer_name}}!',
  })
  await desk.call(enableInboundWebhook, { body: { assistant_id, webhook_url: receiver.url } })
  const { call_id } = await desk.call(simulateCall, {
    body: { assistant_id, type: 'inbound', phone_number: NUMBERS.hangUp },
  })
  const read = () => desk.call(getCall, { params: { id: call_id } })
  await expect
    .poll(async () => (await read()).variables)
    .toEqual({ customer_name: 'Ada', vip: true })
  expect((await read()).status).toBe('initiated')
  expect(receiver.requests.map(({ body }) => JSON.parse(body))).toEqual([
    { customer_phone: NUMBERS.hangUp, assistant_phone: null },
  ])
  const call = await playOut(desk, call_id)
  expect(call.transcript).toContain('AI: Hello Ada!')
  expect(call.variables).toEqual({ customer_name: 'Ada', vip: true })
})

test('an inbound webhook that does not respond delays the call by two seconds', async () => {
  const receiver = await startReceiver(() => undefined)
  const desk = await callDesk(allowing(receiver.host))
  const assistant_id = await activeAssistant(desk)
  await desk.call(enableInboundWebhook, { body: { assistant_id, webhook_url: receiver.url } })
  const { call_id } = await desk.call(simulateCall, { body: { assistant_id, type: 'inbound' } })
  await expect.poll(() => receiver.requests.length).toBe(1)
  await desk.clock.advance(2000)
  await expect
    .poll(async () => {
      await desk.clock.advance(500)
      return (await desk.call(getCall, { params: { id: call_id } })).status
    })
    .toBe('in-progress')
  expect(await playOut(desk, call_id)).toMatchObject({ status: 'completed', variables: {} })
})

test('an outbound call asks no inbound webhook', async () => {
  const receiver = await startReceiver()
  const desk = await callDesk(allowing(receiver.host))
  const assistant_id = await activeAssistant(desk)
  await desk.call(enableInboundWebhook, { body: { assistant_id, webhook_url: receiver.url } })
  await playOut(desk, await dial(desk, assistant_id, NUMBERS.hangUp))
  expect(receiver.requests).toEqual([])
})

test('an imported call sends no webhook and costs nothing', async () => {
  const desk = await callDesk({}, 0)
  const assistant_id = await activeAssistant(desk, {
    is_webhook_active: true,
    send_webhook_only_on_completed: false,
    webhook_url: URL_,
  })
  const call = { assistant_id, type: 'outbound' as const, total_cost: 3 }
  const calls = [
    { ...call, status: 'ended' as const },
    { ...call, status: 'failed' as const },
  ]
  await desk.call(importCalls, { body: { calls } })
  await desk.clock.advance(600_000)
  expect(outbox(desk)).toEqual([])
  const { data } = await desk.call(listCalls)
  expect(data.map(({ status }) => status).sort()).toEqual(['ended', 'failed'])
})

const said = (...lines: string[]) =>
  lines.map((content) => ({ speaker: 'customer' as const, content }))
const human = { answeredBy: 'human', ended: 'ended_by_customer' } as const

test.each([
  [
    'gladness',
    { ...human, spoken: said('Yes?', 'Great, thank you!') },
    'positive',
    'successful',
    9,
  ],
  [
    'anger',
    { ...human, spoken: said('Yes?', 'Not interested. Stop calling!') },
    'negative',
    'unsuccessful',
    1,
  ],
  ['neither', { ...human, spoken: said('Yes?', 'And when?') }, 'neutral', 'successful', 7],
  ['a word', { ...human, spoken: said('Wrong number.') }, 'neutral', 'unsuccessful', 3],
  ['silence', { ...human, spoken: [] }, 'neutral', 'no_conversation', 1],
  [
    'German',
    { ...human, spoken: said('Ja?', 'Das ist furchtbar.') },
    'negative',
    'unsuccessful',
    2,
  ],
  ['an accent', { ...human, spoken: said('Sim?', 'Ótimo!') }, 'positive', 'successful', 8],
  [
    'part of a word',
    { ...human, spoken: said('Yes?', 'The goodness of badgers') },
    'neutral',
    'successful',
    7,
  ],
  [
    'the limit',
    { ...human, ended: 'ended', spoken: said('Well', 'then') },
    'neutral',
    'incomplete',
    5,
  ],
  [
    'a machine',
    { ...human, answeredBy: 'machine', spoken: said('Great!') },
    'neutral',
    'voicemail',
    2,
  ],
] as const)('%s is evaluated', (_, call, sentiment, outcome, score) => {
  expect(evaluate(call)).toEqual({ sentiment, outcome, score })
})

test.each([
  [0, 1],
  [1, 1],
  [60, 1],
  [61, 2],
  [600, 10],
])('%i seconds are %i started minutes', (seconds, minutes) => {
  expect(costOf(seconds, 13)).toBe(minutes * 13)
})

test.each([
  ['UTC', '2026-07-01T09:30:00.123+00:00'],
  ['Europe/Berlin', '2026-07-01T11:30:00.123+02:00'],
  ['America/St_Johns', '2026-07-01T07:00:00.123-02:30'],
  ['Asia/Kathmandu', '2026-07-01T15:15:00.123+05:45'],
])('a time in %s has that zone’s offset at that moment', (zone, text) => {
  expect(toZonedIso(Date.parse('2026-07-01T09:30:00.123Z'), zone)).toBe(text)
})
