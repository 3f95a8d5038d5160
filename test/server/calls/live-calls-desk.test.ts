import { expect, test } from 'vitest'
import { getConversation } from '#contracts/conversations.ts'
import { listInbox } from '#contracts/inbox.ts'
import { KEY, startServer, type TestServer } from '../../support/server.ts'
import { followStream, type StreamEvent } from '../../support/stream.ts'
import { callFrom } from '../../support/voice-caller.ts'
import { waitLong, withCaller } from '../../support/web-calls.ts'

const follow = ({ url }: TestServer) =>
  followStream(`${url}/api/user/stream`, { authorization: `Bearer ${KEY}` })

async function callsShown({ call }: TestServer, uuid: string) {
  const { data } = await call(listInbox)
  const detail = await call(getConversation, { params: { uuid } })
  return [data.find(({ id }) => id === uuid)!.call, detail.call]
}

const saidBy = (author: string) => (event: StreamEvent) =>
  event.type === 'typing' && event.data.author === author && event.data.text !== undefined

test('the desk shows an ongoing call, also after a reload', async () => {
  const { server, visitor } = await withCaller()
  const { conversationId: uuid } = visitor
  const stream = await follow(server)
  expect(await callsShown(server, uuid)).toEqual([null, null])
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.has('ready'), waitLong).toBe(true)
  const id = caller.of('ready')[0]!.call_id!
  const begun = await stream.next(
    ({ type, data }) => type === 'conversation.updated' && data.call !== null,
  )
  expect(begun.data).toMatchObject({ id: uuid, call: { id, since: expect.any(String) } })
  expect(await callsShown(server, uuid)).toEqual([begun.data.call, begun.data.call])

  caller.hangUp()
  await stream.next(
    (event) =>
      event.type === 'conversation.updated' &&
      (event.id ?? 0) > begun.id! &&
      event.data.call === null,
  )
  expect(await callsShown(server, uuid)).toEqual([null, null])
})

test('a call cut off by a crash is not shown after the next start', async () => {
  const { server, visitor } = await withCaller()
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.has('ready'), waitLong).toBe(true)
  server.context.write.flush()
  const database = server.context.db.serialize()
  const next = await startServer({ outside: { database } })
  await expect.poll(() => callsShown(next, visitor.conversationId), waitLong).toEqual([null, null])
})

test('words appear in the desk while spoken, and disappear once they are a message', async () => {
  const { server, visitor } = await withCaller()
  const stream = await follow(server)
  const caller = await callFrom(server, visitor)
  const greeting = 'Welcome to our bakery.'
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  const shown = stream.events.filter(saidBy('assistant')).map(({ data }) => data.text)
  expect(shown.length).toBeGreaterThan(1)
  for (const text of shown) expect(greeting.startsWith(text)).toBe(true)
  // At most four a second, while the player reports ten.
  expect(shown.length).toBeLessThanOrEqual(caller.of('said').length / 2 + 1)
  await stream.next(
    ({ type, data }) => type === 'typing' && data.author === 'assistant' && !data.active,
  )

  caller.speak('thank you')
  const said = await stream.next(saidBy('visitor'))
  expect(said.data).toMatchObject({ conversation_id: visitor.conversationId, text: 'thank you' })
  await stream.next(
    ({ type, data }) => type === 'typing' && data.author === 'visitor' && !data.active,
  )
})
