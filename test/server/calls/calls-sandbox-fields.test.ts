import { expect, test } from 'vitest'
import { getMe } from '#contracts/accounts.ts'
import { updateAssistant } from '#contracts/assistants.ts'
import { getCall } from '#contracts/calls.ts'
import { createTool } from '#contracts/tools.ts'
import { phrasesFor } from '../../../server/language/phrases.ts'
import {
  activeAssistant,
  type CallDesk,
  callDesk,
  dial,
  lifeOf,
  NUMBERS,
  playOut,
} from '../../support/calls.ts'
import { createClock } from '../../support/clock.ts'
import { hostedModelId } from '../../support/hosted-model.ts'
import { startLlmStandIn } from '../../support/llm-stand-in.ts'
import { startPricedModel } from '../../support/priced-model.ts'
import { startReceiver } from '../../support/receiver.ts'
import { allowing, startServer } from '../../support/server.ts'
import { stockTool } from '../../support/tools.ts'

type Fields = Parameters<typeof activeAssistant>[1]

/** A call to a number, and the same with other settings of its assistant. */
async function twoCalls(number: keyof typeof NUMBERS, fields: Fields, change: Fields) {
  const desk = await callDesk()
  const one = async (settings: Fields) => {
    const id = await dial(desk, await activeAssistant(desk, settings), NUMBERS[number])
    const { transcript, duration } = await playOut(desk, id)
    return { lines: transcript.split('\n').slice(1), duration, end: lifeOf(desk, id).at(-2) }
  }
  return [await one(fields), await one({ ...fields, ...change })] as const
}

const GREETING = 'Good morning, this is the bakery, and we have fresh rolls today.'
const ASKED = 'Customer: What can you do for me?'

test('initial_message is said first', async () => {
  const [one, other] = await twoCalls(
    'hangUp',
    { initial_message: 'Hello!' },
    { initial_message: 'Good day!' },
  )
  expect([one.lines[0], other.lines[0]]).toEqual(['AI: Hello!', 'AI: Good day!'])
})

test('with wait_for_customer nothing is said before the customer has spoken', async () => {
  const [one, other] = await twoCalls(
    'hangUp',
    { initial_message: 'Hello!' },
    { wait_for_customer: true },
  )
  expect(one.lines.slice(0, 2)).toEqual(['AI: Hello!', ASKED])
  expect(other.lines.slice(0, 2)).toEqual(['Customer: Hello?', 'AI: Hello!'])
})

test('with allow_interruptions the assistant falls silent where the customer speaks', async () => {
  const [one, other] = await twoCalls(
    'interrupting',
    { initial_message: GREETING },
    { allow_interruptions: false },
  )
  expect(one.lines.slice(0, 2)).toEqual(['AI: Good morning, this is', ASKED])
  expect(other.lines[0]).toBe(`AI: ${GREETING}`)
  // What was said over it was not heard, and is said again.
  expect(other.lines[1]).toBe(ASKED)
})

test('interrupt_sensitivity decides how soon', async () => {
  const greeting = { initial_message: GREETING, interrupt_sensitivity: 0 }
  const [slow, quick] = await twoCalls('interrupting', greeting, { interrupt_sensitivity: 5 })
  expect(slow.lines[0]).toBe('AI: Good morning, this is the')
  expect(quick.lines[0]).toBe('AI: Good morning,')
})

test('fewer words than min_interrupt_words do not interrupt', async () => {
  const greeting = { initial_message: GREETING }
  const [one, other] = await twoCalls('interrupting', greeting, { min_interrupt_words: 10 })
  expect(one.lines[0]).not.toBe(`AI: ${GREETING}`)
  expect(other.lines.slice(0, 2)).toEqual([`AI: ${GREETING}`, ASKED])
})

test('endpoint_sensitivity decides whether a pause ends a turn', async () => {
  const greeting = { initial_message: 'Hello!', endpoint_sensitivity: 0 }
  const [patient, quick] = await twoCalls('hesitant', greeting, { endpoint_sensitivity: 1 })
  expect(patient.lines[1]).toBe('Customer: What can you, do for me?')
  expect(quick.lines[1]).toBe('Customer: What can you,')
})

test('with endpoint_type ai half a sentence is waited for', async () => {
  const greeting = { initial_message: 'Hello!' }
  const [vad, ai] = await twoCalls('hesitant', greeting, { endpoint_type: 'ai' })
  expect(vad.lines[1]).toBe('Customer: What can you,')
  expect(ai.lines[1]).toBe('Customer: What can you, do for me?')
})

const STILL_THERE = `AI: ${phrasesFor('en').stillThere}`

test('reengagement_interval is the silence after which the assistant asks', async () => {
  const silence = { max_silence_duration: 40, reengagement_interval: 30, initial_message: 'Hello!' }
  const [one, other] = await twoCalls('silent', silence, { reengagement_interval: 10 })
  const asked = ({ lines }: { lines: string[] }) => lines.filter((line) => line === STILL_THERE)
  expect([asked(one).length, asked(other).length]).toEqual([1, 3])
})

test('reengagement_prompt is what it asks', async () => {
  const silence = { initial_message: 'Hello!' }
  const prompt = { reengagement_prompt: 'Hello? {{assistant_name}} here.', name: 'Bea' }
  const [one, other] = await twoCalls('silent', silence, prompt)
  expect([one.lines[1], other.lines[1]]).toEqual([STILL_THERE, 'AI: Hello? Bea here.'])
})

test('max_silence_duration and max_initial_silence_duration each end a call', async () => {
  const silence = { initial_message: 'Hello?', reengagement_interval: 600 }
  const [one, two] = await twoCalls('silent', silence, { max_silence_duration: 90 })
  const [, three] = await twoCalls('silent', silence, { max_initial_silence_duration: 7 })
  expect([one.duration, two.duration, three.duration]).toEqual([41, 91, 8])
  expect([one.end, two.end, three.end]).toEqual(Array(3).fill('ended_by_assistant'))
})

test('max_duration cuts the assistant off where it is', async () => {
  const [one, other] = await twoCalls(
    'talkative',
    { max_duration: 60, initial_message: 'Hello!' },
    { max_duration: 32 },
  )
  expect([one.duration, one.end]).toEqual([60, 'ended'])
  expect([other.duration, other.end]).toEqual([32, 'ended'])
})

test('end_call_on_voicemail and voice_mail_message decide what a machine is told', async () => {
  const fields = { initial_message: 'Hello!', voice_mail_message: 'Call us back.' }
  const [one, other] = await twoCalls('voicemail', fields, { end_call_on_voicemail: false })
  expect(one.lines[1]).toBe('AI: Call us back.')
  expect(other.lines[1]).toBe('AI: Hello!')
  const [, third] = await twoCalls('voicemail', fields, { voice_mail_message: 'Later, then.' })
  expect(third.lines[1]).toBe('AI: Later, then.')
})

test('speech_speed is the pace of the assistant', async () => {
  const silence = { initial_message: GREETING, reengagement_interval: 600 }
  const [usual, quick] = await twoCalls('silent', silence, { speech_speed: 1.2 })
  expect(usual.duration - quick.duration).toBe(1)
})

test('with secondary_language_ids the answers follow the customer’s language', async () => {
  const [one, other] = await twoCalls(
    'bilingual',
    { initial_message: 'Hello!' },
    { secondary_language_ids: [15] },
  )
  expect(one.lines).toContain('Customer: How much does it cost?')
  const asked = other.lines.indexOf('Customer: Was kostet das?')
  expect(other.lines[asked + 1]).toBe(`AI: ${phrasesFor('de').unknown}`)
  // So does what is said where no model can be asked.
  await using llm = await startLlmStandIn({ personality: 'unauthorized' })
  const desk = await callDesk({ llm: { url: llm.url, key: undefined, model: 'any' } })
  const fields = { llm_model_id: hostedModelId(desk), secondary_language_ids: [15] }
  const id = await dial(desk, await activeAssistant(desk, fields), NUMBERS.bilingual)
  const { transcript } = await ended(desk, id)
  expect(transcript).toContain(`Customer: Was kostet das?\nAI: ${phrasesFor('de').unavailable}`)
})

/** A call once it is over, whose assistant waits for a real provider. */
async function ended(desk: CallDesk, id: number) {
  const shown = () => desk.call(getCall, { params: { id } })
  await expect
    .poll(
      async () => {
        await desk.clock.advance(1000)
        return (await shown()).status
      },
      { interval: 5, timeout: 10_000 },
    )
    .toBe('completed')
  return shown()
}

/** A server whose assistant answers with a model that takes so long, ms. */
async function slowModel(ms: number) {
  let late = 0
  const model = await startPricedModel(() => {
    late += ms
    return { text: 'We bake at five.' }
  })
  const clock = createClock()
  const now = () => new Date(clock.outside.now().getTime() + late)
  const server = await startServer({ llm: model.llm, outside: { ...clock.outside, now } })
  server.context.db.prepare('UPDATE users SET balance = 100000000').run()
  const desk: CallDesk = { ...server, clock }
  const llm_model_id = hostedModelId(desk)
  return async (fields: Fields) => {
    const settings = { llm_model_id, initial_message: 'Hello!', max_duration: 60, ...fields }
    const id = await dial(desk, await activeAssistant(desk, settings), NUMBERS.hangUp)
    return (await ended(desk, id)).transcript.split('\n').at(-1)
  }
}

test('with fillers a late answer is begun with one of filler_config', async () => {
  const last = await slowModel(3000)
  expect(await last({})).toBe('AI: We bake at five.')
  const words = (question: string) => ({
    fillers: true,
    filler_config: { question: [question], neutral: ['Hm.'], positive: ['Ah.'], negative: ['Oh.'] },
  })
  expect(await last(words('Let me see.'))).toBe('AI: Let me see. We bake at five.')
  expect(await last(words('One moment.'))).toBe('AI: One moment. We bake at five.')
  const quick = await slowModel(300)
  expect(await quick(words('Let me see.'))).toBe('AI: We bake at five.')
})

test('an assistant uses its own tools, and its model is free of charge', async () => {
  const shop = await startReceiver()
  await using llm = await startLlmStandIn({
    personality: 'scripted',
    script: [
      { says: 'I do not know.' },
      { calls: [{ name: 'stock', args: { item: 'rye bread' } }] },
      { says: 'We have three.' },
    ],
  })
  const settings = { llm: { url: llm.url, key: undefined, model: 'any' } }
  const desk = await callDesk({ ...settings, ...allowing(`127.0.0.1:${new URL(shop.url).port}`) })
  desk.context.db
    .prepare('UPDATE llm_models SET input_price = ?, output_price = ? WHERE provider = ?')
    .run(1_000_000_000, 1_000_000_000, 'environment')
  const assistant = await activeAssistant(desk, { llm_model_id: hostedModelId(desk) })
  async function heard() {
    return ended(desk, await dial(desk, assistant, NUMBERS.hangUp))
  }
  await heard()
  expect(shop.requests).toHaveLength(0)
  const { data: tool } = await desk.call(createTool, { body: stockTool(shop.url) })
  await desk.call(updateAssistant, { params: { id: assistant }, body: { tool_ids: [tool.id] } })
  const call = await heard()
  expect(shop.requests).toHaveLength(1)
  expect(call.transcript).toMatch(/AI: We have three\.$/)
  // A minute of each call, and nothing else.
  expect(call.total_cost).toBe(0.014)
  expect((await desk.call(getMe)).total_balance).toBe(100 - 2 * 0.014)
})
