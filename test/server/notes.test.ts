import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { endConversation, getConversation } from '#contracts/conversations.ts'
import { createNote, deleteNote, listNotes, restoreNote, updateNote } from '#contracts/notes.ts'
import { readPublicConversation } from '#contracts/public-chat.ts'
import { getVisitorConversation } from '#contracts/widget.ts'
import { anotherAccount } from '../support/accounts.ts'
import { colleague } from '../support/operators.ts'
import { startServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'
import { createVisitor } from '../support/visitor.ts'

const SECRET = 'This customer owes us money'

async function scene() {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const params = { uuid: visitor.conversationId }
  const write = (content = SECRET, client_id = randomUUID()) =>
    server.call(createNote, { params, body: { client_id, content } })
  return { server, visitor, params, write, call: server.call }
}

test('a note is placed after the latest message', async () => {
  const { visitor, write, call, params } = await scene()
  const said = await visitor.say('Hello')
  const { data } = await write()
  expect(data).toMatchObject({ content: SECRET, edited_at: null, mentions: [] })
  expect(data.after_seq).toBeGreaterThanOrEqual(said.seq)
  expect((await call(getConversation, { params })).notes).toEqual([data])
})

test('repeating a client id writes nothing more', async () => {
  const { write, call, params } = await scene()
  const id = randomUUID()
  const first = await write(SECRET, id)
  expect(await write('Something else', id)).toEqual(first)
  expect((await call(listNotes, { params })).data).toHaveLength(1)
})

test('a visitor receives no notes: not on the stream, not when reading, not in the public chat', async () => {
  const { server, visitor, write, call, params } = await scene()
  const stream = await followStream(`${server.url}/api/widget/stream?after=0`, {
    authorization: `Bearer ${visitor.token}`,
  })
  const { data } = await write()
  const note = { ...params, id: data.id }
  await call(updateNote, { params: note, body: { content: `${SECRET}!` } })
  await call(deleteNote, { params: note })
  await call(restoreNote, { params: note })
  await visitor.say('Anybody there?')
  await stream.next(({ type, data: said }) =>
    Boolean(type === 'message.created' && said.message.content === 'Anybody there?'),
  )
  const heard = [stream.events, await visitor.call(getVisitorConversation, { params })]
  await expect(server.as()(readPublicConversation, { params })).rejects.toMatchObject({
    status: 404,
  })
  expect(JSON.stringify(heard)).not.toContain('owes us')
  expect(stream.events.map(({ type }) => type).filter((type) => type.startsWith('note'))).toEqual(
    [],
  )
})

test('a webhook about the conversation contains no notes', async () => {
  const { server, write, call, params } = await scene()
  const { db } = server.context
  db.prepare(
    "UPDATE assistants SET conversation_ended_webhook_url = 'https://example.com/hook'",
  ).run()
  await write()
  await call(endConversation, { params })
  const payloads = db.prepare<[], string>('SELECT payload FROM webhook_deliveries').pluck().all()
  expect(payloads).toHaveLength(1)
  expect(payloads.join()).not.toContain('owes us')
})

test('the desk is told about every change', async () => {
  const { server, write, call, params } = await scene()
  const { data } = await write()
  const note = { ...params, id: data.id }
  await call(updateNote, { params: note, body: { content: 'Paid' } })
  await call(deleteNote, { params: note })
  const types = server.context.events.after(0).map(({ type, visitor_id }) => [type, visitor_id])
  expect(types).toEqual(
    expect.arrayContaining([
      ['note.created', null],
      ['note.updated', null],
      ['note.deleted', null],
    ]),
  )
})

test('a deleted note is gone until it is restored', async () => {
  const { write, call, params } = await scene()
  const { data } = await write()
  const note = { ...params, id: data.id }
  await call(deleteNote, { params: note })
  expect((await call(listNotes, { params })).data).toEqual([])
  await expect(call(deleteNote, { params: note })).rejects.toMatchObject({ status: 404 })
  expect((await call(restoreNote, { params: note })).data).toEqual(data)
  expect((await call(listNotes, { params })).data).toEqual([data])
})

test('only its author can change a note', async () => {
  const { server, write, params } = await scene()
  const { data } = await write()
  const ben = await colleague(server, 'Ben')
  const note = { ...params, id: data.id }
  await expect(
    ben.call(updateNote, { params: note, body: { content: 'Mine now' } }),
  ).rejects.toMatchObject({ status: 403 })
  await expect(ben.call(deleteNote, { params: note })).rejects.toMatchObject({ status: 403 })
  const other = await anotherAccount(server)
  await expect(other.call(deleteNote, { params: note })).rejects.toMatchObject({ status: 404 })
})

test('a mention is a full name, or a first name that only one operator has', async () => {
  const { server, write } = await scene()
  const ben = await colleague(server, 'Ben Adams')
  await colleague(server, 'Anna Smith')
  await colleague(server, 'Anna Miller')
  expect((await write('@ben, please look')).data.mentions).toEqual([ben.operator.id])
  expect((await write('ask @Anna or write to a@ben.example')).data.mentions).toEqual([])
  expect((await write('@Anna Smith knows')).data.mentions).toHaveLength(1)
})
