import { expect, test } from 'vitest'
import { getConversation } from '#contracts/conversations.ts'
import { holdAnswer } from '#contracts/holds.ts'
import { delayAnswers, watching } from '../../support/holds.ts'
import { live } from '../../support/life.ts'
import { emptyDataFolder, KEY } from '../../support/server.ts'
import { createVisitor } from '../../support/visitor.ts'

test('an answer that is held when the server is killed reaches the visitor after the next start', async () => {
  const dataDir = emptyDataFolder()
  const first = await live({ dataDir })
  await delayAnswers(first, 5)
  const visitor = await createVisitor(first)
  const params = { uuid: visitor.conversationId }
  const owner = { call: first.call, headers: { authorization: `Bearer ${KEY}` } }
  const desk = await watching(first, owner, visitor.conversationId)
  await visitor.say('What does Parley cost?')
  await desk.stream.next(({ type }) => type === 'answer.pending')
  await first.call(holdAnswer, { params, body: { tab: desk.tab } })
  const read = (call: typeof first.call) => call(getConversation, { params })
  await expect
    .poll(async () => (await read(first.call)).pending_answer)
    .toMatchObject({ is_writing: false, text: expect.stringContaining('free') })
  expect((await read(first.call)).messages.at(-1)).toMatchObject({ author: 'visitor' })
  await first.end('SIGKILL')

  const second = await live({ dataDir })
  await expect
    .poll(async () => (await read(second.call)).messages.at(-1), { timeout: 20_000 })
    .toMatchObject({
      author: 'assistant',
      status: 'complete',
      content: expect.stringContaining('free'),
    })
  await second.end('SIGTERM')
})
