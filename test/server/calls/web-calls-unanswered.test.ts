import { expect, test } from 'vitest'
import { updateAssistant } from '#contracts/assistants.ts'
import { getConversation } from '#contracts/conversations.ts'
import { listUnanswered } from '#contracts/unanswered.ts'
import { useHostedModel } from '../../support/hosted-model.ts'
import { createdBase } from '../../support/knowledge.ts'
import { startLlmStandIn } from '../../support/llm-stand-in.ts'
import { starterAssistant } from '../../support/visitor.ts'
import { callFrom } from '../../support/voice-caller.ts'
import { messagesOf, waitLong, withCaller } from '../../support/web-calls.ts'

const QUESTION = 'May I bring my dog?'

/** A caller who has asked something of an assistant that knows nothing, and heard the answer. */
async function asking(options: Parameters<typeof withCaller>[2] = {}) {
  const { server, visitor } = await withCaller({}, { initial_message: 'Hi.' }, options)
  const { id } = await starterAssistant(server)
  const base = await createdBase(server)
  await server.call(updateAssistant, { params: { id }, body: { knowledgebase_id: base } })
  if (options?.llm) await useHostedModel(server)
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  caller.speak(QUESTION)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(2)
  const place = { params: { uuid: visitor.conversationId } }
  const activities = async () => (await server.call(getConversation, place)).activities
  return { server, visitor, caller, activities }
}

test('a question that the assistant could not answer on a call is listed with the others, and needs a person', async () => {
  const { server, activities } = await asking()
  await expect
    .poll(async () => (await server.call(listUnanswered)).data, waitLong)
    .toMatchObject([{ question: QUESTION, count: 1 }])
  expect(await activities()).toMatchObject([{ kind: 'needs_person', data: { reason: 'unknown' } }])
})

test('the same with a model that marks its answer, whose mark nobody hears or reads', async () => {
  const said = 'I do not know that, but somebody will call you.'
  await using llm = await startLlmStandIn({ reply: `${said}\n[[unanswered]]` })
  const { server, visitor, caller, activities } = await asking({
    llm: { url: llm.url, key: undefined, model: 'stand-in' },
  })
  await expect
    .poll(async () => (await server.call(listUnanswered)).data, waitLong)
    .toMatchObject([{ question: QUESTION, count: 1 }])
  expect(await activities()).toMatchObject([{ kind: 'needs_person', data: { reason: 'unknown' } }])
  const { text, utterance } = caller.of('heard')[1]!
  expect([text, (await messagesOf(visitor)).at(-1)!.content]).toEqual([said, said])
  expect(caller.heardOf(utterance)).not.toContain('[')
})
