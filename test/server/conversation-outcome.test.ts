import { expect, test } from 'vitest'
import { activateAssistant, getAssistant, updateAssistant } from '#contracts/assistants.ts'
import { setBudgets } from '#contracts/budgets.ts'
import { endConversation, getConversation } from '#contracts/conversations.ts'
import { sendPublicMessage, startConversation } from '#contracts/public-chat.ts'
import { topUp } from '../../server/features/billing/money/ledger.ts'
import { evaluateByWords } from '../../server/features/conversations/evaluation/by-words.ts'
import { parseEvaluation } from '../../server/features/conversations/evaluation/evaluate.ts'
import type { Utterance } from '../../server/features/conversations/extraction/fields.ts'
import { createdAssistant } from '../support/assistants.ts'
import { hostedModelId } from '../support/hosted-model.ts'
import { startPricedModel } from '../support/priced-model.ts'
import { startReceiver } from '../support/receiver.ts'
import { allowing, KEY, startServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'

const JUDGED = {
  sentiment: 'positive',
  outcome: 'successful',
  score: 88,
  summary: 'Ada asked for a table. It was booked.',
} as const

const GUESTS = { name: 'guests', type: 'number', description: 'How many guests come' } as const
const COLOUR = { name: 'colour', type: 'string', description: 'Favourite colour' } as const

/** A model's successive replies to extractions and evaluations. */
interface Messages {
  readonly extraction?: readonly string[]
  readonly evaluation?: readonly string[]
}

async function setUp(fields: Parameters<typeof createdAssistant>[1] = {}, sayings?: Messages) {
  const asked = { extraction: 0, evaluation: 0 }
  const provider = await startPricedModel((_, body) => {
    const kind = body.includes('write down what') ? 'extraction' : 'evaluation'
    const usage = { prompt_tokens: 100, completion_tokens: 10 }
    if (!body.includes('You read a conversation')) return { text: 'We are open.', usage }
    const texts = sayings?.[kind] ?? ['no']
    const text = texts[Math.min(asked[kind]++, texts.length - 1)]!
    return { text, usage }
  })
  const hook = await startReceiver()
  const server = await startServer({
    ...(sayings && { llm: provider.llm }),
    ...allowing(hook.host),
  })
  const { call, context } = server
  const modelId = hostedModelId(server)
  const id = await createdAssistant(server, {
    ...(sayings && { llm_model_id: modelId }),
    ...fields,
  })
  await call(activateAssistant, { params: { id } })
  const { uuid } = await call(getAssistant, { params: { id } })
  const chat = async (...messages: string[]) => {
    const { conversation_id } = await call(startConversation, { body: { assistant_id: uuid } })
    const params = { uuid: conversation_id }
    for (const message of messages) await call(sendPublicMessage, { params, body: { message } })
    return {
      params,
      end: () => call(endConversation, { params }),
      detail: () => call(getConversation, { params }),
      say: (message: string) => call(sendPublicMessage, { params, body: { message } }),
    }
  }
  return { server, call, context, chat, id, hook, provider, asked }
}

type Chat = Awaited<ReturnType<Awaited<ReturnType<typeof setUp>>['chat']>>

/** The outcome of a chat, once it is complete. */
async function outcomeOf({ detail }: Chat) {
  await expect
    .poll(
      async () => {
        const { outcome } = await detail()
        return outcome?.evaluation ?? outcome?.evaluation_problem ?? undefined
      },
      // The first evaluation takes time on a busy machine.
      { timeout: 10_000 },
    )
    .toBeDefined()
  return (await detail()).outcome!
}

test('a model evaluates a finished chat, and the desk shows the result at once, with its cost', async () => {
  const { server, context, chat } = await setUp(
    { post_call_schema: [GUESTS, COLOUR] },
    { extraction: ['{"guests":4,"colour":null}'], evaluation: [JSON.stringify(JUDGED)] },
  )
  context.db.prepare('UPDATE llm_models SET input_price = 1000000, output_price = 1000000').run()
  await context.write((tx) => topUp(tx, context, 1, 1_000_000))
  const stream = await followStream(`${server.url}/api/user/stream`, {
    authorization: `Bearer ${KEY}`,
  })
  const talk = await chat('A table for 4, please')
  const { data } = await talk.end()
  expect(data.total_cost).toBe(0.00011)
  const outcome = await outcomeOf(talk)
  expect(outcome).toEqual({
    ended_at: data.ended_at,
    extracted: { guests: 4, colour: null },
    extraction_problem: null,
    evaluation: JUDGED,
    evaluation_problem: null,
  })
  const { total_cost } = await talk.detail()
  expect(total_cost).toBe(0.00033)
  const told = await stream.next(
    ({ type, data: said }) => type === 'conversation.outcome' && said.outcome.evaluation,
  )
  expect(told.data).toMatchObject({ conversation_id: talk.params.uuid, outcome, total_cost })
})

test('an invalid response is requested once more; then there is no evaluation, and a reason', async () => {
  const repaired = await setUp({}, { evaluation: ['Great chat!', JSON.stringify(JUDGED)] })
  const first = await repaired.chat('Hello')
  await first.end()
  expect((await outcomeOf(first)).evaluation).toEqual(JUDGED)
  expect(repaired.asked.evaluation).toBe(2)

  const never = await setUp({}, { evaluation: ['{"sentiment":"odd"}'] })
  const second = await never.chat('Hello')
  await second.end()
  expect(await outcomeOf(second)).toMatchObject({
    evaluation: null,
    evaluation_problem: 'The model did not answer with what was asked for',
  })
  expect(never.asked.evaluation).toBe(2)
})

test('a failed extraction keeps what patterns find, null for the rest, and the reason', async () => {
  const { chat, hook } = await setUp(
    { post_call_schema: [GUESTS, COLOUR], post_call_evaluation: false },
    { extraction: ['Sorry, no.'] },
  )
  const talk = await chat('We are 4 guests')
  await talk.end()
  await expect
    .poll(async () => (await talk.detail()).outcome)
    .toMatchObject({
      extracted: { guests: 4, colour: null },
      extraction_problem: 'The model did not answer with what was asked for',
      evaluation: null,
      evaluation_problem: null,
    })
  expect(hook.requests).toEqual([])
})

test('a model is held to the schema; a service without schema support is asked again without it', async () => {
  const formats: unknown[] = []
  const provider = await startPricedModel((_, body) => {
    const { response_format } = JSON.parse(body)
    formats.push(response_format)
    return response_format ? { status: 400 } : { text: '{"guests":4}' }
  })
  const server = await startServer({ llm: provider.llm })
  const { call } = server
  const llm_model_id = hostedModelId(server)
  const fields = { llm_model_id, post_call_schema: [GUESTS], post_call_evaluation: false }
  const id = await createdAssistant(server, fields)
  await call(activateAssistant, { params: { id } })
  const { uuid } = await call(getAssistant, { params: { id } })
  const { conversation_id } = await call(startConversation, { body: { assistant_id: uuid } })
  const params = { uuid: conversation_id }
  await call(sendPublicMessage, { params, body: { message: 'For 4' } })
  await call(endConversation, { params })
  await expect
    .poll(async () => (await call(getConversation, { params })).outcome)
    .toMatchObject({ extracted: { guests: 4 }, extraction_problem: null })
  const schema = {
    type: 'object',
    properties: { guests: { type: ['number', 'null'], description: GUESTS.description } },
    required: ['guests'],
    additionalProperties: false,
  }
  expect(formats).toEqual([
    undefined,
    { type: 'json_schema', json_schema: expect.objectContaining({ schema, strict: true }) },
    undefined,
  ])
})

test('over budget no request is made to the model, and the reason is recorded', async () => {
  const { call, context, chat, provider } = await setUp(
    { post_call_schema: [GUESTS] },
    { extraction: ['{"guests":9}'] },
  )
  context.db.prepare('UPDATE llm_models SET input_price = 1000000, output_price = 1000000').run()
  await context.write((tx) => topUp(tx, context, 1, 1_000_000))
  await call(setBudgets, { body: { per_month: 0 } })
  const talk = await chat('We are 4 guests')
  await talk.end()
  expect(await outcomeOf(talk)).toMatchObject({
    extracted: { guests: 4 },
    extraction_problem: 'The account’s budget of the month is used up',
    evaluation_problem: 'The account’s budget of the month is used up',
  })
  expect(provider.bodies).toEqual([])
})

test('the webhook does not wait for the evaluation, and its payload is unchanged', async () => {
  const { chat, call, hook, id } = await setUp(
    { post_call_schema: [GUESTS] },
    { extraction: ['{"guests":4}'], evaluation: [JSON.stringify(JUDGED)] },
  )
  await call(updateAssistant, {
    params: { id },
    body: { conversation_ended_webhook_url: hook.url },
  })
  const talk = await chat('For 4')
  await talk.end()
  await outcomeOf(talk)
  await expect.poll(() => hook.requests.length).toBe(1)
  const payload = JSON.parse(hook.requests[0]!.body)
  expect(payload.extracted_variables).toEqual({ guests: 4 })
  expect(Object.keys(payload)).not.toContain('evaluation')
})

test('each period is evaluated separately, and the latest result is shown', async () => {
  const { chat } = await setUp({ conversation_ended_retrigger: true })
  const talk = await chat('This is terrible and useless')
  await talk.end()
  expect((await outcomeOf(talk)).evaluation?.sentiment).toBe('negative')
  await talk.say('Thank you, that was great, perfect, wonderful!')
  await talk.end()
  await expect
    .poll(async () => (await talk.detail()).outcome?.evaluation?.sentiment)
    .toBe('positive')
})

test('a chat without visitor messages, or without evaluation enabled, has none', async () => {
  const { chat, call, id, context } = await setUp()
  const silent = await chat()
  await silent.end()
  await expect
    .poll(async () => (await silent.detail()).outcome)
    .toMatchObject({
      evaluation: null,
      evaluation_problem: null,
    })
  await call(updateAssistant, { params: { id }, body: { post_call_evaluation: false } })
  const talk = await chat('Hello')
  await talk.end()
  await expect.poll(() => context.jobs.count('conversation.extract')).toBe(0)
  expect((await talk.detail()).outcome).toBeNull()
})

const lines = (...texts: string[]): Utterance[] =>
  texts.map((content, index) => ({ role: index % 2 === 0 ? 'assistant' : 'user', content }))

test.each([
  [['Hello!', 'When do you open?', 'At nine.'], 'neutral', 'successful', 70],
  [['Hello!', 'When do you open?', 'At nine.', 'Great, thanks!'], 'positive', 'successful', 90],
  [['Hello!', 'When do you open?'], 'neutral', 'incomplete', 40],
  [['Hello!', 'This is terrible.', 'Oh.'], 'negative', 'unsuccessful', 20],
  [
    [
      'Hello!',
      'Do you sell cars?',
      "I'm sorry, I don't know that. A person will follow up with you here.",
    ],
    'neutral',
    'unsuccessful',
    30,
  ],
])('by their words %j are %s and %s', (texts, sentiment, outcome, score) => {
  const evaluation = evaluateByWords(lines(...texts), 'en')
  expect(evaluation).toMatchObject({ sentiment, outcome, score })
  expect(evaluateByWords(lines(...texts), 'en')).toEqual(evaluation)
})

test('a summary made from the words is two sentences in the assistant’s language, and short', () => {
  const { summary } = evaluateByWords(
    lines('Hallo!', 'Hi', 'Ja?', 'Wann haben Sie geöffnet?', 'Ab neun.'),
    'de',
  )
  expect(summary).toBe(
    'Der Besucher schrieb: „Wann haben Sie geöffnet?“. Die letzte Antwort war: „Ab neun“.',
  )
  const long = evaluateByWords(lines('Hi', 'a$&'.repeat(5000), 'b'.repeat(5000)), 'en').summary
  expect([...long].length).toBeLessThanOrEqual(600)
})

test.each([
  [JSON.stringify(JUDGED), 88],
  [`Here: ${JSON.stringify({ ...JUDGED, score: 87.6 })}.`, 88],
  [JSON.stringify({ ...JUDGED, score: 101 }), undefined],
  [JSON.stringify({ ...JUDGED, summary: ' ' }), undefined],
  [JSON.stringify({ ...JUDGED, outcome: 'fine' }), undefined],
  ['[]', undefined],
  ['', undefined],
])('a model that says %s gives the score %s', (answer, score) => {
  expect(parseEvaluation(answer)?.score).toBe(score)
})

test('a long summary is truncated', () => {
  const answer = JSON.stringify({ ...JUDGED, summary: '😀'.repeat(5000) })
  expect([...parseEvaluation(answer)!.summary]).toHaveLength(600)
})
