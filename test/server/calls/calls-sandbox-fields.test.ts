import { expect, test } from 'vitest'
import { phrasesFor } from '../../../server/language/phrases.ts'
import { activeAssistant, callDesk, dial, lifeOf, NUMBERS, playOut } from '../../support/calls.ts'

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

test('initial_message is spoken first', async () => {
  const [one, other] = await twoCalls(
    'hangUp',
    { initial_message: 'Hello!' },
    { initial_message: 'Good day!' },
  )
  expect([one.lines[0], other.lines[0]]).toEqual(['AI: Hello!', 'AI: Good day!'])
})

test('with wait_for_customer the customer speaks first', async () => {
  const [one, other] = await twoCalls(
    'hangUp',
    { initial_message: 'Hello!' },
    { wait_for_customer: true },
  )
  expect(one.lines.slice(0, 2)).toEqual(['AI: Hello!', ASKED])
  expect(other.lines.slice(0, 2)).toEqual(['Customer: Hello?', 'AI: Hello!'])
})

test('with recording_notice a recorded call starts with it', async () => {
  const [one, other] = await twoCalls(
    'hangUp',
    { initial_message: 'Hello!', record: true },
    { recording_notice: false },
  )
  expect([one.lines[0], other.lines[0]]).toEqual([
    'AI: This call is recorded. Hello!',
    'AI: Hello!',
  ])
})

test('with allow_interruptions the assistant stops when the customer speaks', async () => {
  const [one, other] = await twoCalls(
    'interrupting',
    { initial_message: GREETING },
    { allow_interruptions: false },
  )
  expect(one.lines.slice(0, 2)).toEqual(['AI: Good morning, this is', ASKED])
  expect(other.lines[0]).toBe(`AI: ${GREETING}`)
  // The customer's words were not heard over the greeting, and are repeated.
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

test('with endpoint_type ai the assistant waits for a half-finished sentence', async () => {
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

test('max_duration cuts the assistant off mid-sentence', async () => {
  const [one, other] = await twoCalls(
    'talkative',
    { max_duration: 60, initial_message: 'Hello!' },
    { max_duration: 32 },
  )
  expect([one.duration, one.end]).toEqual([60, 'ended'])
  expect([other.duration, other.end]).toEqual([32, 'ended'])
})

test('end_call_on_voicemail and voice_mail_message decide what is left on voicemail', async () => {
  const fields = { initial_message: 'Hello!', voice_mail_message: 'Call us back.' }
  const [one, other] = await twoCalls('voicemail', fields, { end_call_on_voicemail: false })
  expect(one.lines[1]).toBe('AI: Call us back.')
  expect(other.lines[1]).toBe('AI: Hello!')
  const [, third] = await twoCalls('voicemail', fields, { voice_mail_message: 'Later, then.' })
  expect(third.lines[1]).toBe('AI: Later, then.')
})

test('speech_speed is the assistant’s speaking rate', async () => {
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
})
