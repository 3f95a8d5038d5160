import { expect, test } from 'vitest'
import { updateAssistant } from '#contracts/assistants.ts'
import { getCallTimeline } from '#contracts/calls.ts'
import { getConversation } from '#contracts/conversations.ts'
import { getAnswerExplanation, getSpokenExplanation } from '#contracts/explanations.ts'
import { anotherAccount } from '../../support/accounts.ts'
import { activeAssistant, callDesk, dial, NUMBERS, playOut } from '../../support/calls.ts'
import { useHostedModel } from '../../support/hosted-model.ts'
import { createdBase, fileOf, readDocument } from '../../support/knowledge.ts'
import { startLlmStandIn } from '../../support/llm-stand-in.ts'
import { withRealtime } from '../../support/realtime-calls.ts'
import type { TestServer } from '../../support/server.ts'
import { starterAssistant } from '../../support/visitor.ts'
import { callFrom } from '../../support/voice-caller.ts'
import { onlyCall, waitLong, withCaller } from '../../support/web-calls.ts'

const PETS = fileOf('pets.md', '# Dogs\n\nDogs are welcome on the terrace.\n')

/** The answers of a call with their explanations, once each of the last `count` utterances of the assistant has one. */
async function explained({ call }: TestServer, id: number, count: number) {
  const read = async () => {
    const { utterances } = await call(getCallTimeline, { params: { id } })
    return utterances.filter(({ speaker }) => speaker === 'assistant')
  }
  const ids = async () =>
    (await read()).flatMap(({ explanation_id }) => explanation_id ?? []).length
  await expect.poll(ids, waitLong).toBe(count)
  const said = await read()
  const of = async (explanation_id: number) =>
    (await call(getSpokenExplanation, { params: { id, explanation_id } })).data
  return await Promise.all(
    said.map(async ({ content, timing, explanation_id }) => ({
      content,
      timing,
      explanation: explanation_id === undefined ? undefined : await of(explanation_id),
      id: explanation_id,
    })),
  )
}

test('an answer on a web call is explained in its conversation and in the record of the call, the greeting is not', async () => {
  await using llm = await startLlmStandIn({ reply: 'On the terrace, gladly.' })
  const { server, visitor } = await withCaller(
    {},
    { initial_message: 'Hi.' },
    { llm: { url: llm.url, key: undefined, model: 'stand-in' } },
  )
  await useHostedModel(server)
  const { id: assistantId } = await starterAssistant(server)
  const base = await createdBase(server)
  await readDocument(server, base, PETS)
  const params = { id: assistantId }
  await server.call(updateAssistant, { params, body: { knowledgebase_id: base } })
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  caller.speak('are dogs welcome')
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(2)

  const { id } = await onlyCall(server)
  const [greeting, answer] = await explained(server, id, 1)
  expect(greeting!.explanation).toBeUndefined()
  expect(answer!.explanation).toMatchObject({
    model: 'stand-in',
    rounds: 1,
    input_tokens: 21,
    output_tokens: 9,
    spoken: answer!.timing,
    passages: [{ document_name: 'pets.md', content: 'Dogs are welcome on the terrace.' }],
  })
  expect(answer!.timing!.sound_ms).toBeGreaterThan(0)
  const place = { uuid: visitor.conversationId }
  const { messages } = await server.call(getConversation, { params: place })
  const [first, , last] = messages
  const explain = (message: number) =>
    server.call(getAnswerExplanation, { params: { ...place, id: message } })
  expect((await explain(last!.id)).data).toEqual(answer!.explanation)
  await expect(explain(first!.id)).rejects.toMatchObject({ code: 'explanation_not_found' })

  const other = await anotherAccount(server)
  const foreign = { params: { id, explanation_id: answer!.id! } }
  await expect(other.call(getSpokenExplanation, foreign)).rejects.toMatchObject({ status: 404 })
})

test('an answer that the caller interrupts is explained, too', async () => {
  await using llm = await startLlmStandIn({
    reply: 'One two three four five six seven eight nine ten eleven twelve. '.repeat(3),
  })
  const { server, visitor } = await withCaller(
    {},
    { initial_message: 'Hi.' },
    { llm: { url: llm.url, key: undefined, model: 'stand-in' } },
  )
  await useHostedModel(server)
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  caller.speak('count')
  await expect.poll(() => caller.playedMs(2), waitLong).toBeGreaterThan(300)
  caller.hangUp()
  await expect.poll(async () => (await onlyCall(server)).status, waitLong).toBe('completed')
  const [, answer] = await explained(server, (await onlyCall(server)).id, 1)
  expect(answer!.content.length).toBeLessThan(180)
  expect(answer!.explanation).toMatchObject({ model: 'stand-in', rounds: 1 })
})

test('a realtime model is explained without tokens and cost, which it is not paid by', async () => {
  const { server, visitor } = await withRealtime('multimodal')
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  caller.speak('hello')
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(2)
  const [greeting, answer] = await explained(server, (await onlyCall(server)).id, 1)
  expect(greeting!.explanation).toBeUndefined()
  expect(answer!.explanation).toMatchObject({
    model: 'Realtime',
    rounds: 1,
    input_tokens: null,
    output_tokens: null,
    cost: null,
  })
  expect(answer!.explanation!.first_words_ms).not.toBeNull()
})

test('an answer in which a realtime model says its last words and ends the call was one request', async () => {
  const { server, visitor } = await withRealtime(
    'multimodal',
    {},
    { tools: [{ type: 'end_call' }] },
  )
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  caller.speak('bye call end_call')
  await expect.poll(async () => (await onlyCall(server)).status, waitLong).toBe('completed')
  const [, answer] = await explained(server, (await onlyCall(server)).id, 1)
  expect(answer!.content).toBe('bye')
  expect(answer!.explanation).toMatchObject({ rounds: 1, tools: ['end_call'] })
})

test('answers on a simulated telephone call are explained', async () => {
  const desk = await callDesk()
  const assistant = await activeAssistant(desk, {
    system_prompt: 'You answer for a bakery.\n\nA loaf of bread costs 4 euros.',
  })
  const id = await dial(desk, assistant, NUMBERS.ordinary)
  await playOut(desk, id)
  const { utterances } = await desk.call(getCallTimeline, { params: { id } })
  const answer = utterances.find(({ content }) => content === 'A loaf of bread costs 4 euros.')!
  const { data } = await desk.call(getSpokenExplanation, {
    params: { id, explanation_id: answer.explanation_id! },
  })
  expect(data).toMatchObject({ model: 'Built-in (offline)', cost: 0, rounds: 1, spoken: null })
  expect(utterances[0]).not.toHaveProperty('explanation_id')
})
