import { expect, test } from 'vitest'
import { getConversation } from '#contracts/conversations.ts'
import { holdAnswer, releaseAnswer } from '#contracts/holds.ts'
import { createClock } from '../../support/clock.ts'
import { delayAnswers, pendingAt, readingVisitor, watching } from '../../support/holds.ts'
import { useHostedModel } from '../../support/hosted-model.ts'
import { startLlmStandIn } from '../../support/llm-stand-in.ts'
import { emptyDataFolder, KEY, startServer } from '../../support/server.ts'

const headers = { authorization: `Bearer ${KEY}` }
const QUESTION = 'What does Parley cost?'
const limits = { deltaMs: 0, presenceMs: 86_400_000 }

test('after a restart an edit keeps what the visitor has seen of the answer', async () => {
  await using stalling = await startLlmStandIn({ personality: 'stalling' })
  await using mute = await startLlmStandIn({ personality: 'mute' })
  const clock = createClock()
  const dataDir = emptyDataFolder()
  const start = (url: string) =>
    startServer({
      dataDir,
      limits,
      outside: clock.outside,
      llm: { url, model: 'stand-in', key: undefined },
    })
  const first = await start(stalling.url)
  await useHostedModel(first)
  await delayAnswers(first, 3)
  const visitor = await readingVisitor(first, clock)
  const { params } = visitor
  await visitor.say(QUESTION)
  await expect.poll(visitor.last).toMatchObject({ status: 'streaming' })
  const { content: seen } = await visitor.last()
  expect(seen).not.toBe('')
  await first.server.stop()

  const second = await start(mute.url)
  const desk = await watching(second, { call: second.call, headers }, params.uuid)
  const pending = await pendingAt(second, clock, visitor, {})
  expect(pending).toMatchObject({ from: seen.length, text: '' })
  await second.call(holdAnswer, { params, body: { tab: desk.tab } })
  await second.call(releaseAnswer, { params, body: { content: ' Nothing.' } })
  const { messages } = await second.call(getConversation, { params })
  expect(messages.at(-1)).toMatchObject({ status: 'complete', content: `${seen} Nothing.` })
})
