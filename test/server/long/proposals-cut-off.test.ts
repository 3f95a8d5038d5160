import { expect, test } from 'vitest'
import { sendProposal } from '#contracts/proposals.ts'
import { useHostedModel } from '../../support/hosted-model.ts'
import { live } from '../../support/life.ts'
import { startLlmStandIn } from '../../support/llm-stand-in.ts'
import {
  detailOf,
  draftOf,
  hostedServer,
  params,
  QUESTION,
  slowServer,
  turn,
  visitorStream,
} from '../../support/proposals.ts'
import { emptyDataFolder } from '../../support/server.ts'
import { createVisitor } from '../../support/visitor.ts'

test('switching to Approve mid-answer stops the answer and drafts it again', async () => {
  const server = await slowServer()
  const visitor = await createVisitor(server)
  const seen = await visitorStream(server, visitor)
  await visitor.say(QUESTION)
  await seen.next(({ type }) => type === 'message.delta')
  await turn(server, visitor, 'approve')
  const draft = await draftOf(server, visitor)
  expect(draft.content).toContain('free')
  expect((await detailOf(server, visitor)).messages.at(-1)).toMatchObject({
    seq: 3,
    status: 'interrupted',
  })
})

test('when a provider breaks off, the draft keeps what arrived, says why, and the visitor sees nothing', async () => {
  await using model = await startLlmStandIn({ personality: 'cut' })
  const server = await hostedServer(model.url, 'cut')
  const visitor = await createVisitor(server)
  await turn(server, visitor, 'approve')
  await visitor.say(QUESTION)
  const draft = await draftOf(server, visitor, 'failed')
  expect(draft.content).not.toBe('')
  expect(draft.error).toContain('end marker')
  // It can still be completed and sent.
  const { data } = await server.call(sendProposal, {
    ...params(visitor),
    body: { proposal_id: draft.id, content: `${draft.content} and so on.` },
  })
  expect(data.status).toBe('complete')
})

test('a draft cut off by a crash is rewritten in place, once', async () => {
  await using model = await startLlmStandIn({ personality: 'slow', reply: 'word '.repeat(80) })
  const dataDir = emptyDataFolder()
  const env = { PARLEY_LLM_URL: model.url, PARLEY_LLM_MODEL: 'slow' }
  const first = await live({ dataDir, env })
  await useHostedModel(first)
  const visitor = await createVisitor(first)
  await turn(first, visitor, 'approve')
  await visitor.say(QUESTION)
  const begun = await draftOf(first, visitor, 'streaming')
  await expect
    .poll(async () => (await detailOf(first, visitor)).proposal!.content.length)
    .toBeGreaterThan(20)
  await first.end('SIGKILL')
  const second = await live({ dataDir, env })
  const whole = await draftOf(second, visitor)
  expect(whole.id).toBe(begun.id)
  expect(whole.content.trim()).toBe('word '.repeat(80).trim())
  await second.end('SIGTERM')
})
