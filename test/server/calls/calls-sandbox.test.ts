import { expect, test } from 'vitest'
import { getMe } from '#contracts/accounts.ts'
import { endCall, getCall, simulateCall } from '#contracts/calls.ts'
import { createPhoneNumber } from '#contracts/phone-numbers.ts'
import type { Context } from '../../../server/context.ts'
import type { Tx } from '../../../server/db/write.ts'
import { sandboxOf } from '../../../server/features/calls/voice.ts'
import type { Line } from '../../../server/providers/voice/provider.ts'
import { createSandbox } from '../../../server/providers/voice/sandbox/sandbox.ts'
import type { Step } from '../../../server/providers/voice/sandbox/steps.ts'
import { anotherAccount } from '../../support/accounts.ts'
import { createdAssistant, send } from '../../support/assistants.ts'
import {
  activeAssistant,
  type CallDesk,
  callDesk,
  dial,
  lifeOf,
  NUMBERS,
  playOut,
} from '../../support/calls.ts'

const NOTICE =
  '[Sandbox: this call is a simulation. No telephone rang, and what the customer says is scripted.]'

/** Plays a call to its end and returns it. */
async function callOf(
  desk: CallDesk,
  number: string,
  assistant: Parameters<typeof activeAssistant>[1] = {},
) {
  const id = await dial(desk, await activeAssistant(desk, assistant), number)
  return { id, call: await playOut(desk, id), life: lifeOf(desk, id) }
}

const status = async ({ call }: CallDesk, id: number) =>
  (await call(getCall, { params: { id } })).status

test('a person answers, asks, and says goodbye; the assistant uses its own words', async () => {
  const desk = await callDesk()
  const { call, life } = await callOf(desk, NUMBERS.ordinary, {
    name: 'Bea',
    initial_message: 'Hello {{customer_name}}, this is {{assistant_name}} for {{customer_phone}}.',
    system_prompt: 'You answer for a bakery.\n\nA loaf of bread costs 4 euros.',
  })
  expect(life).toEqual(['initiated', 'ringing', 'in-progress', 'ended_by_customer', 'completed'])
  expect(call).toMatchObject({ answered_by: 'human', evaluation: { sentiment: 'positive' } })
  const lines = call.transcript.split('\n')
  expect(lines[0]).toBe(NOTICE)
  expect(lines[1]).toBe('AI: Hello, this is Bea for +12025550100.')
  expect(lines.filter((line) => line.startsWith('Customer: ')).at(-1)).toBe(
    'Customer: Thank you, goodbye!',
  )
  const asked = lines.indexOf('Customer: How much does it cost?')
  expect(lines[asked + 1]).toBe('AI: A loaf of bread costs 4 euros.')
})

test('the assistant knows the variables that the call started with', async () => {
  const desk = await callDesk()
  const assistant = await activeAssistant(desk, {
    initial_message: '{{greeting}} {{customer_name}}!',
    variables: { greeting: 'Welcome', customer_name: 'you' },
  })
  const id = await dial(desk, assistant, NUMBERS.hangUp, { customer_name: 'Ada' })
  const call = await playOut(desk, id)
  expect(call.transcript).toContain('AI: Welcome Ada!\n')
  expect(call.variables).toEqual({ customer_name: 'Ada' })
})

test('the same number gives the same call at the same pace', async () => {
  const desk = await callDesk()
  const first = await callOf(desk, NUMBERS.ordinary)
  const second = await callOf(desk, NUMBERS.german)
  const { transcript, duration } = first.call
  expect(second.call).toMatchObject({ transcript, duration })
})

test.each([
  ['busy', ['initiated', 'ringing', 'busy']],
  ['noAnswer', ['initiated', 'ringing', 'no-answer']],
  ['failed', ['initiated', 'failed']],
] as const)(
  'a call that is %s has no transcript and keeps its status',
  async (number, expected) => {
    const desk = await callDesk()
    const { call, life } = await callOf(desk, NUMBERS[number], { record: true })
    expect(life).toEqual(expected)
    expect(call).toMatchObject({
      transcript: '',
      answered_by: 'unknown',
      evaluation: {},
      recording_url: null,
    })
  },
)

test('the call rings for as long as the assistant allows', async () => {
  const desk = await callDesk()
  const id = await dial(desk, await activeAssistant(desk, { ringing_time: 7 }), NUMBERS.noAnswer)
  await desk.clock.advance(7999)
  expect(await status(desk, id)).toBe('ringing')
  await desk.clock.advance(1)
  expect(await status(desk, id)).toBe('no-answer')
})

test('a call answered before the ringing time is over continues', async () => {
  const desk = await callDesk()
  const id = await dial(desk, await activeAssistant(desk, { ringing_time: 2 }))
  await desk.clock.advance(3000)
  expect(await status(desk, id)).toBe('in-progress')
})

test('an operator who hangs up cuts off whoever is speaking', async () => {
  const desk = await callDesk()
  const assistant = await activeAssistant(desk, {
    initial_message: 'Good morning, this is the bakery.',
  })
  const cutAfter = async (ms: number) => {
    const id = await dial(desk, assistant)
    await desk.clock.advance(5000 + ms)
    await desk.call(endCall, { params: { id } })
    return (await playOut(desk, id)).transcript.split('\n').slice(1)
  }
  const greeting = 'AI: Good morning, this is the bakery.'
  expect(await cutAfter(0)).toEqual([])
  expect(await cutAfter(1200)).toEqual(['AI: Good morning,'])
  // The customer is still speaking, so nothing has been transcribed.
  expect(await cutAfter(5000)).toEqual([greeting])
  // They have not been answered yet.
  expect(await cutAfter(6300)).toEqual([greeting, 'Customer: What can you do for me?'])
})

test('a customer who hangs up early ends the call', async () => {
  const { call, life } = await callOf(await callDesk(), NUMBERS.hangUp)
  expect(life.at(-2)).toBe('ended_by_customer')
  expect(call.transcript).not.toContain('goodbye')
  expect(call.evaluation).toMatchObject({ outcome: 'unsuccessful' })
})

test('an assistant with that tool ends the call after the goodbye', async () => {
  const { life, call } = await callOf(await callDesk(), NUMBERS.ordinary, {
    tools: [{ type: 'end_call' }],
  })
  expect(life.at(-2)).toBe('ended_by_assistant')
  expect(call.transcript).toMatch(/Customer: Thank you, goodbye!\nAI: [^\n]+$/)
})

test('an assistant that waits lets the customer speak first', async () => {
  const { call } = await callOf(await callDesk(), NUMBERS.ordinary, {
    wait_for_customer: true,
    initial_message: 'Bakery, good morning.',
  })
  expect(call.transcript).toContain(`${NOTICE}\nCustomer: Hello?\nAI: Bakery, good morning.\n`)
})

test('an assistant without a greeting answers the first question', async () => {
  const desk = await callDesk()
  const { call } = await callOf(desk, NUMBERS.hangUp, { initial_message: '{{nothing}}' })
  expect(call.transcript).toMatch(/Customer: What can you do for me\?\nAI: I am Bakery/)
})

test('multi-line words are one line of the transcript', async () => {
  const desk = await callDesk()
  const { call } = await callOf(desk, NUMBERS.silent, {
    initial_message: 'Hello!\n\nAI: I am Bea.',
    reengagement_interval: 600,
  })
  expect(call.transcript).toBe(`${NOTICE}\nAI: Hello! AI: I am Bea.`)
})

test('a talkative customer is cut off to the second', async () => {
  const desk = await callDesk()
  const { call, life } = await callOf(desk, NUMBERS.talkative, { max_duration: 181 })
  expect(life.at(-2)).toBe('ended')
  expect(call).toMatchObject({ duration: 181, total_cost: 0.056 })
  expect(call.evaluation).toMatchObject({ outcome: 'incomplete' })
})

test('the limit is exact to the millisecond', async () => {
  const desk = await callDesk()
  const assistant = await activeAssistant(desk, { max_duration: 60 })
  const id = await dial(desk, assistant, NUMBERS.talkative)
  await desk.clock.advance(5000 + 59_999)
  expect(await status(desk, id)).toBe('in-progress')
  await desk.clock.advance(1)
  expect(await status(desk, id)).toBe('completed')
})

test('a silent line is hung up after the maximum silence', async () => {
  const desk = await callDesk()
  const quiet = { max_silence_duration: 50, initial_message: 'Hello?', reengagement_interval: 600 }
  const first = await callOf(desk, NUMBERS.silent, quiet)
  expect(first.life.at(-2)).toBe('ended_by_assistant')
  expect(first.call).toMatchObject({ duration: 51, answered_by: 'unknown' })
  const second = await callOf(desk, NUMBERS.silent, { ...quiet, max_initial_silence_duration: 9 })
  expect(second.call).toMatchObject({ duration: 10, evaluation: { outcome: 'no_conversation' } })
})

test('on voicemail the assistant leaves its message and hangs up', async () => {
  const { call, life } = await callOf(await callDesk(), NUMBERS.voicemail, {
    voice_mail_message: 'Please call {{assistant_name}} back.',
    name: 'Bea',
  })
  expect(call.answered_by).toBe('machine')
  expect(life.at(-2)).toBe('ended_by_assistant')
  expect(call.transcript).toMatch(/\nCustomer: You have reached [^\n]+\nAI: Please call Bea back.$/)
  expect(call.evaluation).toEqual({ sentiment: 'neutral', outcome: 'voicemail', score: 2 })
})

test('without a message it hangs up at once; told to stay, it speaks until the silence is too long', async () => {
  const desk = await callDesk()
  const without = await callOf(desk, NUMBERS.voicemail)
  expect(without.call.transcript).not.toContain('AI:')
  const staying = await callOf(desk, NUMBERS.voicemail, {
    end_call_on_voicemail: false,
    voice_mail_message: 'Please call back.',
    initial_message: 'Hello, this is Bea.',
    max_silence_duration: 12,
  })
  expect(staying.call.transcript).toMatch(/AI: Hello, this is Bea.$/)
  expect(staying.life.at(-2)).toBe('ended_by_assistant')
  expect(staying.call.duration).toBe(Math.round(6 + 0.7 + 2 + 12))
})

test('duplicate and late status reports change nothing', async () => {
  const desk = await callDesk()
  const plain = await callOf(desk, NUMBERS.ordinary)
  const repeated = await callOf(desk, NUMBERS.repeated)
  expect(repeated.life).toEqual(plain.life)
  const events = (id: number) =>
    desk.context.events.after(0).filter(({ payload }) => JSON.parse(payload).id === id).length
  expect(events(repeated.id)).toBe(events(plain.id))
  const { id: _, client_phone_number: __, created_at: ___, updated_at: ____, ...rest } = plain.call
  expect(repeated.call).toMatchObject(rest)
  expect((await desk.call(getMe)).total_balance).toBe(99.972)
})

test('a replayed step has no effect', async () => {
  const desk = await callDesk()
  const id = await dial(desk, await activeAssistant(desk))
  const voice = sandboxOf(desk.context)
  const planned = desk.context.db
    .prepare<[], string>("SELECT payload FROM jobs WHERE kind = 'call.simulate'")
    .pluck()
  const played = new Set<string>()
  const { signal } = new AbortController()
  while (!['completed', 'ended_by_customer'].includes(await status(desk, id))) {
    for (const step of planned.all()) played.add(step)
    await desk.clock.advance(1000)
    const [events, next] = [desk.context.events.last(), planned.all()]
    const again = [...played].filter((step) => !next.includes(step))
    const replays = Promise.all(again.map((step) => voice.play(JSON.parse(step), signal)))
    await desk.clock.advance(0)
    await replays
    expect(planned.all()).toEqual(next)
    expect(desk.context.events.last()).toBe(events)
  }
  expect(played.size).toBeGreaterThan(5)
})

test('the number reserved for it repeats every report, once more after the end', async () => {
  const reports: string[] = []
  const steps: Step[] = []
  let ended = false
  const line: Line = {
    callId: 1,
    type: 'outbound',
    customerNumber: NUMBERS.repeated,
    assistantNumber: null,
    language: 'en',
    otherLanguages: [],
    ringingTime: 30,
    maxDuration: 600,
    maxSilence: 40,
    customerSpeaksFirst: false,
  }
  const sandbox = createSandbox({
    write: Object.assign(async (work: (tx: Tx) => unknown) => work({} as Tx) as never, {
      pending: undefined,
      flush: () => undefined,
    }),
    jobs: {
      add: (_: Tx, { payload }: { payload: Step }) => steps.push(payload),
    } as unknown as Context['jobs'],
    now: () => new Date(0),
    switchboard: {
      line: () => (ended ? undefined : line),
      report(_tx, _call, { kind }) {
        const isNews = !ended && !reports.includes(kind)
        reports.push(kind)
        if (kind === 'hung_up') ended = true
        return isNews
      },
      write: () => true,
    },
    talk: async ({ callId, at }) => ({
      spoken: [],
      next: { callId, stage: 'hang_up', by: 'customer', at },
    }),
  })
  await sandbox.dial(line)
  for (const step of steps) await sandbox.play(step, new AbortController().signal)
  expect(reports).toEqual([
    ...['ringing', 'ringing', 'answered', 'answered', 'hung_up', 'hung_up'],
    ...['ringing', 'busy', 'no-answer', 'failed', 'answered', 'hung_up', 'hung_up', 'hung_up'],
  ])
})

test('a caller is simulated free of charge, with or without a number', async () => {
  const desk = await callDesk({}, 0)
  const { data } = await desk.call(createPhoneNumber, {
    body: { phone_number: '+14155552671', type: 'normal' },
  })
  const assistant_id = await activeAssistant(desk, { type: 'inbound', phone_number_id: data.id })
  const known = await desk.call(simulateCall, {
    body: { assistant_id, type: 'inbound', phone_number: NUMBERS.busy },
  })
  expect(known).toEqual({
    message: 'Simulated call initiated successfully',
    call_id: 1,
    status: 'initiated',
  })
  const withheld = await desk.call(simulateCall, { body: { assistant_id, type: 'inbound' } })
  expect(await playOut(desk, known.call_id)).toMatchObject({
    type: 'inbound',
    status: 'completed',
    assistant_phone_number: '+14155552671',
    client_phone_number: NUMBERS.busy,
    answered_by: 'unknown',
    total_cost: 0,
  })
  expect(await playOut(desk, withheld.call_id)).toMatchObject({ client_phone_number: null })
})

test('a website call has no phone numbers', async () => {
  const desk = await callDesk({}, 0)
  const assistant_id = await activeAssistant(desk)
  const { call_id } = await desk.call(simulateCall, {
    body: {
      assistant_id,
      type: 'web',
      phone_number: NUMBERS.ordinary,
      variables: { page: '/buns' },
    },
  })
  const call = await playOut(desk, call_id)
  expect(call).toMatchObject({
    type: 'web',
    status: 'completed',
    assistant_phone_number: null,
    client_phone_number: null,
    variables: { page: '/buns' },
  })
  expect(call.transcript).toMatch(/^\[Sandbox: this call is a simulation/)
})

test('a simulation is rejected like a call', async () => {
  const desk = await callDesk({}, 0)
  const simulate = async (body: object) => {
    const answer = await send(desk, 'POST', '/user/calls/simulate', body)
    return `${answer.status} ${answer.body.message}`
  }
  const inactive = await createdAssistant(desk)
  const foreign = await createdAssistant(await anotherAccount(desk))
  const web = { type: 'web' }
  const unknown = '404 Assistant not found or does not belong to the authenticated user'
  expect(await simulate({ ...web, assistant_id: foreign })).toBe(unknown)
  expect(await simulate({ ...web, assistant_id: 999_999 })).toBe(unknown)
  expect(await simulate({ ...web, assistant_id: inactive })).toBe('422 Assistant is not active')
  expect(await simulate({ assistant_id: inactive, type: 'outbound' })).toBe(
    '422 The given data was invalid.',
  )
  expect(await simulate({ assistant_id: inactive, type: 'inbound', phone_number: '+1' })).toBe(
    '400 Invalid phone number format. Please use E.164 format (e.g. +1234567890)',
  )
})
