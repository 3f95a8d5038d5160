import { expect, test } from 'vitest'
import { activateAssistant, createAssistant, listAssistants } from '#contracts/assistants.ts'
import { disableAi, getConversation } from '#contracts/conversations.ts'
import { listModels, listVoices } from '#contracts/lookups.ts'
import { sendPublicMessage, startConversation } from '#contracts/public-chat.ts'
import { type Personality, REPLY, startLlmStandIn } from '../../support/llm-stand-in.ts'
import { startServer } from '../../support/server.ts'

const LLM_KEY = 'sk-canary-of-the-stand-in'

/** A server whose assistant uses an OpenAI-compatible endpoint on loopback, and a chat with it. */
async function chatThrough(personality: Personality) {
  const standIn = await startLlmStandIn({ personality })
  const llm = { url: standIn.url, key: LLM_KEY, model: 'some-model' }
  const server = await startServer({ llm })
  const { call } = server
  const model = (await call(listModels)).find(({ name }) => name === 'some-model')!
  const [voice] = await call(listVoices, { query: { mode: 'pipeline' } })
  const { data } = await call(createAssistant, {
    body: {
      name: 'Bakery',
      type: 'inbound',
      mode: 'pipeline',
      timezone: 'Europe/Berlin',
      initial_message: 'Hello {{name}}!',
      system_prompt: 'You answer for the bakery of {{name}}.',
      language_id: 1,
      voice_id: voice!.id,
      llm_model_id: model.id,
      llm_temperature: 0.4,
    },
  })
  await call(activateAssistant, { params: { id: data.id } })
  const { uuid } = (await call(listAssistants)).data.find(({ id }) => id === data.id)!
  const chat = await call(startConversation, {
    body: { assistant_id: uuid, variables: { name: 'Ada' } },
  })
  return { server, standIn, params: { uuid: chat.conversation_id }, history: chat.history }
}

const message = { message: 'When are you open?' }

test('a hosted model answers through the same pipeline: prompt, variables, history, temperature', async () => {
  const { server, standIn, params, history } = await chatThrough('normal')
  await using _ = standIn
  expect(history).toEqual([{ role: 'assistant', content: 'Hello Ada!' }])
  const { message: answer } = await server.call(sendPublicMessage, { params, body: message })
  expect(answer).toBe(REPLY)
  const [request] = standIn.requests
  expect(request).toMatchObject({
    authorization: `Bearer ${LLM_KEY}`,
    body: { model: 'some-model', stream: true, temperature: 0.4 },
  })
  const { messages } = request!.body as unknown as { messages: { role: string; content: string }[] }
  expect(messages[0]).toMatchObject({
    role: 'system',
    content: expect.stringContaining('the bakery of Ada'),
  })
  expect(messages.slice(1)).toEqual([
    { role: 'assistant', content: 'Hello Ada!' },
    { role: 'user', content: 'When are you open?' },
  ])
})

test('when a provider refuses, the visitor gets a polite message, and nobody gets the key', async () => {
  const { server, standIn, params } = await chatThrough('unauthorized')
  await using _ = standIn
  const { message: answer } = await server.call(sendPublicMessage, { params, body: message })
  const { messages } = await server.call(getConversation, { params })
  expect(messages.at(-1)).toMatchObject({ author: 'assistant', status: 'failed', content: answer })
  expect(JSON.stringify(messages)).not.toContain(LLM_KEY)
})

test('a stream without its end is kept, and marked as interrupted', async () => {
  const { server, standIn, params } = await chatThrough('cut')
  await using _ = standIn
  await server.call(sendPublicMessage, { params, body: message })
  const { messages } = await server.call(getConversation, { params })
  expect(messages.at(-1)).toMatchObject({ author: 'assistant', status: 'interrupted' })
  expect(messages.at(-1)!.content.length).toBeGreaterThan(0)
})

test('a takeover closes the connection to the provider at once', async () => {
  const { server, standIn, params } = await chatThrough('stalling')
  await using _ = standIn
  const asked = server.call(sendPublicMessage, { params, body: message })
  await expect
    .poll(async () => (await server.call(getConversation, { params })).messages.at(-1))
    .toMatchObject({ status: 'streaming' })
  await server.call(disableAi, { params })
  await standIn.cancelled()
  expect(await asked).toMatchObject({ status: true })
  const { messages } = await server.call(getConversation, { params })
  expect(messages.at(-1)).toMatchObject({ author: 'assistant', status: 'interrupted' })
})
