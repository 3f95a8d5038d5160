import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { disableAi, replyToConversation } from '#contracts/conversations.ts'
import { listEmails, setEmailSender } from '#contracts/email.ts'
import { readAsVisitor, setVisitorVariables } from '#contracts/widget.ts'
import { createClock } from './clock.ts'
import { startMailServer } from './mail-server.ts'
import { allowing, startServer, type TestServer } from './server.ts'
import { createVisitor, type TestVisitor } from './visitor.ts'

type Options = Parameters<typeof startServer>[0]

/** The visitor's address in these tests. */
export const ADDRESS = 'ana@example.org'

/** Slightly more than the default delay before an unseen reply is emailed. */
export const AWAY_MS = 3 * 60_000 + 2000

/** A server on a clock that the test advances; email stays in the Sandbox. */
export async function serverWithOutbox(options: Options = {}) {
  const clock = createClock()
  const server = await startServer({
    ...options,
    outside: { ...clock.outside, ...options?.outside },
  })
  return { ...server, clock }
}

/** The same with a real mail server on loopback. */
export async function serverWithMail(options: Options = {}) {
  const mail = await startMailServer()
  const server = await serverWithOutbox({ ...allowing(mail.address), ...options })
  await server.call(setEmailSender, { body: mail.sender })
  return { ...server, mail }
}

/** A visitor answered by operators, who has left an address and asked something. */
export async function visitorWithAddress(server: TestServer, address = ADDRESS) {
  const visitor = await createVisitor(server)
  const params = { uuid: visitor.conversationId }
  const leave = (email: string) =>
    visitor.call(setVisitorVariables, { params, body: { variables: { email } } })
  await server.call(disableAi, { params })
  if (address !== '') await leave(address)
  await visitor.say('Is there a table tonight?')
  const read = () => visitor.call(readAsVisitor, { params, body: { seq: 1000 } })
  return { ...visitor, leave, read }
}

/** Replies as the operator. */
export const reply = (server: TestServer, visitor: TestVisitor, content: string) =>
  server.call(replyToConversation, {
    params: { uuid: visitor.conversationId },
    body: { client_id: randomUUID(), content },
  })

/** The outbox once it satisfies an expectation; the clock advances meanwhile. */
export async function outboxOf(
  server: Awaited<ReturnType<typeof serverWithOutbox>>,
  statuses: readonly string[],
) {
  await expect
    .poll(async () => {
      await server.clock.advance(100)
      const { data } = await server.call(listEmails)
      return data.map(({ status }) => status)
    })
    .toEqual(statuses)
  return (await server.call(listEmails)).data
}
