import { expect, onTestFinished, test } from 'vitest'
import { getMe } from '#contracts/accounts.ts'
import { updateAssistant } from '#contracts/assistants.ts'
import { getCall, simulateCall } from '#contracts/calls.ts'
import { createTool } from '#contracts/tools.ts'
import { phrasesFor } from '../../../server/language/phrases.ts'
import {
  activeAssistant,
  type CallDesk,
  callDesk,
  dial,
  lifeOf,
  NUMBERS,
} from '../../support/calls.ts'
import { createClock } from '../../support/clock.ts'
import { hostedModelId } from '../../support/hosted-model.ts'
import { type Personality, startLlmStandIn } from '../../support/llm-stand-in.ts'
import { startPricedModel } from '../../support/priced-model.ts'
import { startReceiver } from '../../support/receiver.ts'
import { allowing, startServer } from '../../support/server.ts'
import { stockTool } from '../../support/tools.ts'

/* Sandbox calls with a hosted model, whose provider is a real HTTP server. */

type Fields = Parameters<typeof activeAssistant>[1]

/** A finished call whose assistant waited for a real provider. */
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

/** Plays a call whose assistant speaks through the stand-in. */
async function spokenBy(personality: Personality, tools: [] | [{ type: 'end_call' }]) {
  const llm = await startLlmStandIn({ personality, reply: 'We bake at five.' })
  onTestFinished(() => llm[Symbol.asyncDispose]())
  const desk = await callDesk({ llm: { url: llm.url, key: undefined, model: 'any' } })
  const model = hostedModelId(desk)
  const assistant = await activeAssistant(desk, {
    llm_model_id: model,
    system_prompt: 'You answer for {{shop}}.',
    tools,
  })
  const id = await dial(desk, assistant, NUMBERS.ordinary, { shop: 'the bakery' })
  const { transcript } = await ended(desk, id)
  return { transcript, requests: llm.requests, life: lifeOf(desk, id) }
}

test('the assistant’s lines come from its model, prompted as in a chat', async () => {
  const { transcript, requests, life } = await spokenBy('normal', [])
  expect(transcript).toContain('Customer: What can you do for me?\nAI: We bake at five.\n')
  expect(life.at(-2)).toBe('ended_by_customer')
  expect(requests).toHaveLength(5)
  const { messages, tools } = requests.at(-1)!.body!
  expect(messages[0]!.content).toContain('You answer for the bakery.')
  expect(messages.map(({ role }) => role)).toEqual([
    'system',
    ...Array.from({ length: 5 }, () => ['assistant', 'user']).flat(),
  ])
  expect(tools).toBeUndefined()
})

test('a model can hang up if the assistant has that tool', async () => {
  const { transcript, requests, life } = await spokenBy('endCall', [{ type: 'end_call' }])
  expect(life.at(-2)).toBe('ended_by_assistant')
  expect(transcript).toMatch(/AI: We bake at five\.$/)
  expect(requests).toHaveLength(1)
  expect(requests[0]!.body!['tools']).toMatchObject([{ function: { name: 'end_call' } }])
  expect((await spokenBy('endCall', [])).life.at(-2)).toBe('ended_by_customer')
})

test('assistant_transfer hands a call over: the target greets, and answers from then on', async () => {
  const script = [
    { calls: [{ name: 'transfer_to_assistant_3', args: {} }] },
    { says: 'One moment.' },
    { says: 'Your invoice is paid.' },
  ]
  await using llm = await startLlmStandIn({ personality: 'scripted', script })
  const desk = await callDesk({ llm: { url: llm.url, key: undefined, model: 'any' } })
  const llm_model_id = hostedModelId(desk)
  const own = await activeAssistant(desk, { llm_model_id })
  const billing = await activeAssistant(desk, { llm_model_id, initial_message: 'Billing here.' })
  expect(billing).toBe(3)
  await desk.call(updateAssistant, {
    params: { id: own },
    body: { tools: [{ type: 'assistant_transfer', assistant_id: billing }] },
  })
  const id = await dial(desk, own, NUMBERS.ordinary)
  const { transcript } = await ended(desk, id)
  expect(transcript).toMatch(
    /AI: One moment\.\s+Billing here\.\nCustomer: .+\nAI: Your invoice is paid\./,
  )
})

test('when a model fails, the assistant apologises and the call continues', async () => {
  const { transcript, life } = await spokenBy('unauthorized', [])
  expect(life.at(-1)).toBe('completed')
  expect(transcript).toContain("AI: I'm sorry, I can't answer right now.")
})

test('the fallback text without a model is in the language currently spoken', async () => {
  await using llm = await startLlmStandIn({ personality: 'unauthorized' })
  const desk = await callDesk({ llm: { url: llm.url, key: undefined, model: 'any' } })
  const fields = { llm_model_id: hostedModelId(desk), secondary_language_ids: [15] }
  const id = await dial(desk, await activeAssistant(desk, fields), NUMBERS.bilingual)
  const { transcript } = await ended(desk, id)
  expect(transcript).toContain(`Customer: Was kostet das?\nAI: ${phrasesFor('de').unavailable}`)
})

/** A server whose assistant's model takes this long, ms. */
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
  return async (fields: Fields, number: string = NUMBERS.hangUp) => {
    const settings = { llm_model_id, initial_message: 'Hello!', max_duration: 60, ...fields }
    const id = await dial(desk, await activeAssistant(desk, settings), number)
    return (await ended(desk, id)).transcript.split('\n')
  }
}

test('with fillers a late answer starts with one from filler_config', async () => {
  const spoken = await slowModel(3000)
  const last = async (fields: Fields) => (await spoken(fields)).at(-1)
  expect(await last({})).toBe('AI: We bake at five.')
  const words = (question: string) => ({
    fillers: true,
    filler_config: { question: [question], neutral: ['Hm.'], positive: ['Ah.'], negative: ['Oh.'] },
  })
  expect(await last(words('Let me see.'))).toBe('AI: Let me see. We bake at five.')
  expect(await last(words('One moment.'))).toBe('AI: One moment. We bake at five.')
  const quick = await slowModel(300)
  expect((await quick(words('Let me see.'))).at(-1)).toBe('AI: We bake at five.')
})

test('a mood’s phrases take turns through a call', async () => {
  const spoken = await slowModel(3000)
  const phrases = ['Let me see.', 'One moment.', 'Well.']
  const filler_config = { question: phrases, neutral: phrases, positive: phrases, negative: [] }
  const lines = await spoken({ fillers: true, filler_config, max_duration: 600 }, NUMBERS.ordinary)
  const begun = lines.flatMap((line) => phrases.filter((one) => line.startsWith(`AI: ${one}`)))
  expect(begun.length).toBeGreaterThan(2)
  expect(new Set(begun).size).toBeGreaterThan(1)
})

test('a website call is offered no tool that needs a telephone line', async () => {
  await using llm = await startLlmStandIn({ personality: 'normal', reply: 'We bake at five.' })
  const desk = await callDesk({ llm: { url: llm.url, key: undefined, model: 'any' } })
  const assistant = await activeAssistant(desk, {
    llm_model_id: hostedModelId(desk),
    type: 'inbound',
    tools: [
      { type: 'call_transfer', phone_number: '+4930123456' },
      { type: 'dtmf_input' },
      { type: 'end_call' },
    ],
  })
  const offered = async (type: 'web' | 'inbound') => {
    const body = { assistant_id: assistant, type }
    await ended(desk, (await desk.call(simulateCall, { body })).call_id)
    const tools = llm.requests.at(-1)!.body!['tools'] as { function: { name: string } }[]
    return tools.map(({ function: { name } }) => name).sort()
  }
  expect(await offered('web')).toEqual(['end_call'])
  expect(await offered('inbound')).toEqual(['end_call', 'press_keys', 'transfer_call'])
})

test('a Sandbox call uses the assistant’s tools, and its model is free of charge', async () => {
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
  // One minute per call, and nothing else.
  expect(call.total_cost).toBe(0.014)
  expect((await desk.call(getMe)).total_balance).toBe(100 - 2 * 0.014)
})
