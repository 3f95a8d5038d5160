import { expect } from 'vitest'
import { getConversation } from '#contracts/conversations.ts'
import { turnDial } from '#contracts/dial.ts'
import type { AiMode } from '#contracts/dial-fields.ts'
import { useHostedModel } from './hosted-model.ts'
import { KEY, startServer, type TestServer } from './server.ts'
import { followStream } from './stream.ts'
import { createVisitor, type TestVisitor } from './visitor.ts'

export const QUESTION = 'What does Parley cost?'

export const params = ({ conversationId: uuid }: Pick<TestVisitor, 'conversationId'>) => ({
  params: { uuid },
})

export const slowServer = () => startServer({ limits: { builtInWordMs: 40 } })

/** A server whose assistant uses a stand-in for a hosted model. */
export async function hostedServer(url: string, model: string) {
  const server = await startServer({ llm: { url, model, key: undefined } })
  await useHostedModel(server)
  return server
}

export const visitorStream = ({ url }: TestServer, { token }: TestVisitor, after?: number) =>
  followStream(`${url}/api/widget/stream${after === undefined ? '' : `?after=${after}`}`, {
    authorization: `Bearer ${token}`,
  })

export const deskStream = ({ url }: TestServer, after?: number) =>
  followStream(`${url}/api/user/stream${after === undefined ? '' : `?after=${after}`}`, {
    authorization: `Bearer ${KEY}`,
  })

export async function turn({ call }: Pick<TestServer, 'call'>, visitor: TestVisitor, mode: AiMode) {
  const { ai_epoch: epoch } = await call(getConversation, params(visitor))
  await call(turnDial, { ...params(visitor), body: { mode, epoch } })
}

export const detailOf = ({ call }: Pick<TestServer, 'call'>, visitor: TestVisitor) =>
  call(getConversation, params(visitor))

/** The open draft, once it has this status. */
export async function draftOf(
  server: Pick<TestServer, 'call'>,
  visitor: TestVisitor,
  status = 'ready',
) {
  await expect
    .poll(async () => (await detailOf(server, visitor)).proposal)
    .toMatchObject({ status })
  return (await detailOf(server, visitor)).proposal!
}

/** A visitor who has asked a question in Approve. */
export async function asked(server: TestServer) {
  const visitor = await createVisitor(server)
  await turn(server, visitor, 'approve')
  await visitor.say(QUESTION)
  return visitor
}
