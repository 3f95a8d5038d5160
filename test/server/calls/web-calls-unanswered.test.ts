import { expect, test } from 'vitest'
import { updateAssistant } from '#contracts/assistants.ts'
import { getConversation } from '#contracts/conversations.ts'
import { listUnanswered } from '#contracts/unanswered.ts'
import { createdBase } from '../../support/knowledge.ts'
import { starterAssistant } from '../../support/visitor.ts'
import { callFrom } from '../../support/voice-caller.ts'
import { waitLong, withCaller } from '../../support/web-calls.ts'

test('a question that the assistant could not answer on a call is listed with the others, and needs a person', async () => {
  const { server, visitor } = await withCaller()
  const { id } = await starterAssistant(server)
  const base = await createdBase(server)
  await server.call(updateAssistant, { params: { id }, body: { knowledgebase_id: base } })
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  caller.speak('May I bring my dog?')
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(2)
  await expect
    .poll(async () => (await server.call(listUnanswered)).data, waitLong)
    .toMatchObject([{ question: 'May I bring my dog?', count: 1 }])
  const place = { params: { uuid: visitor.conversationId } }
  const { activities } = await server.call(getConversation, place)
  expect(activities).toMatchObject([{ kind: 'needs_person', data: { reason: 'unknown' } }])
})
