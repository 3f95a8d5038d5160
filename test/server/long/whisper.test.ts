import { expect, test } from 'vitest'
import { whisperToAssistant } from '#contracts/call-desk.ts'
import { getConversation } from '#contracts/conversations.ts'
import { useHostedModel } from '../../support/hosted-model.ts'
import { startPricedModel } from '../../support/priced-model.ts'
import { startServer } from '../../support/server.ts'
import { createVisitor } from '../../support/visitor.ts'
import { callFrom } from '../../support/voice-caller.ts'
import { speech, waitLong } from '../../support/web-calls.ts'

test('the next answer, and only that, takes a whisper into account, which the visitor never sees', async () => {
  const provider = await startPricedModel(() => ({ text: 'Very well.' }))
  const server = await startServer({ llm: provider.llm, outside: { speech } })
  await useHostedModel(server)
  const visitor = await createVisitor(server)
  const { conversationId: uuid } = visitor
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.has('ready'), waitLong).toBe(true)
  const id = caller.of('ready')[0]!.call_id!
  const whisper = (content: string) =>
    server.call(whisperToAssistant, { params: { id }, body: { content } })
  await whisper('Offer a table outside.')
  for (const [index, words] of ['good day', 'one more'].entries()) {
    await visitor.say(words)
    await expect.poll(() => provider.bodies.length, waitLong).toBe(index + 1)
    await expect.poll(() => caller.of('heard').at(-1)?.text, waitLong).toBe('Very well.')
    await expect.poll(() => caller.of('state').at(-1)?.state, waitLong).toBe('listening')
  }
  expect(provider.bodies[0]).toContain('Offer a table outside.')
  expect(provider.bodies[1]).not.toContain('Offer a table outside.')
  const { activities } = await server.call(getConversation, { params: { uuid } })
  expect(activities).toMatchObject([
    { kind: 'whisper', data: { content: 'Offer a table outside.' } },
  ])

  caller.hangUp()
  await expect.poll(() => caller.has('ended'), waitLong).toBe(true)
  await expect.poll(() => server.context.liveCalls.count, waitLong).toBe(0)
  await expect(whisper('Too late')).rejects.toMatchObject({ status: 409, code: 'call_over' })
})
