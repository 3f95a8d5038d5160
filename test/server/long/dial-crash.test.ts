import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { disableAi, getConversation } from '#contracts/conversations.ts'
import { useHostedModel } from '../../support/hosted-model.ts'
import { idle } from '../../support/idle.ts'
import { live } from '../../support/life.ts'
import { startLlmStandIn } from '../../support/llm-stand-in.ts'
import { emptyDataFolder } from '../../support/server.ts'
import { createVisitor } from '../../support/visitor.ts'

test('after a crash mid-answer and a takeover, the answer is not resumed', async () => {
  await using model = await startLlmStandIn({ personality: 'slow', reply: 'word '.repeat(200) })
  await using silent = await startLlmStandIn({ personality: 'silent' })
  const dataDir = emptyDataFolder()
  const env = { PARLEY_LLM_URL: model.url, PARLEY_LLM_MODEL: 'hosted' }
  const first = await live({ dataDir, env })
  await useHostedModel(first)
  const visitor = await createVisitor(first)
  const params = { params: { uuid: visitor.conversationId } }
  await visitor.say('What does Parley cost?')
  const last = async (call: typeof first.call) =>
    (await call(getConversation, params)).messages.at(-1)!
  await expect.poll(() => last(first.call), { interval: 5 }).toMatchObject({ status: 'streaming' })
  await first.end('SIGKILL')
  // The second server's model does not respond, so that the takeover precedes the answer's first word.
  const second = await live({ dataDir, env: { ...env, PARLEY_LLM_URL: silent.url } })
  await second.call(disableAi, params)
  const cut = await last(second.call)
  expect(cut).toMatchObject({ author: 'assistant', status: 'interrupted' })
  await second.end('SIGKILL')
  const third = await live({ dataDir, env })
  const db = new Database(`${dataDir}/parley.db`, { readonly: true })
  await idle(db)
  db.close()
  expect(await last(third.call)).toEqual(cut)
  await third.end('SIGTERM')
})
