import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { deleteAttachment } from '#contracts/attachments.ts'
import { getConversation, replyToConversation } from '#contracts/conversations.ts'
import {
  endVisitorConversation,
  getVisitorConversation,
  sendVisitorMessage,
  setVisitorVariables,
} from '#contracts/widget.ts'
import { scaled } from '../../server/limits.ts'
import { startServer } from '../support/server.ts'
import { createVisitor, type TestVisitor } from '../support/visitor.ts'

async function scene(options = {}) {
  const server = await startServer(options)
  return { server, visitor: await createVisitor(server) }
}

async function upload({ fetch, conversationId }: TestVisitor, content = 'Hello', name = 'a.txt') {
  const body = new FormData()
  body.append('file', new File([content], name))
  const path = `/api/widget/conversations/${conversationId}/attachments`
  const response = await fetch(path, { method: 'POST', body })
  return { status: response.status, body: await response.json() }
}

const send = ({ call, conversationId }: TestVisitor, ids: number[], client_id = randomUUID()) =>
  call(sendVisitorMessage, {
    params: { uuid: conversationId },
    body: { client_id, content: 'Here it is', attachment_ids: ids },
  })

test('a visitor’s file reaches the desk with its message, and opens without a key', async () => {
  const { server, visitor } = await scene()
  const file = (await upload(visitor)).body.data
  const { data } = await send(visitor, [file.id])
  expect(data.attachments).toEqual([file])
  const { messages } = await server.call(getConversation, {
    params: { uuid: visitor.conversationId },
  })
  expect(messages.find(({ id }) => id === data.id)?.attachments).toEqual([file])
  expect(await (await fetch(server.url + file.url)).text()).toBe('Hello')
})

test('files the desk may not send, a visitor may not send either', async () => {
  const { visitor } = await scene()
  expect(await upload(visitor, '<script>alert(1)</script>', 'page.html')).toMatchObject({
    status: 422,
    body: { errors: { file: [expect.stringContaining('cannot be sent')] } },
  })
  expect((await upload(visitor, 'a'.repeat(10 * 1024 * 1024 + 1))).status).toBe(413)
})

test('a resent message has its file once', async () => {
  const { visitor } = await scene()
  const file = (await upload(visitor)).body.data
  const clientId = randomUUID()
  const first = await send(visitor, [file.id], clientId)
  expect(await send(visitor, [file.id], clientId)).toEqual(first)
  await expect(send(visitor, [file.id])).rejects.toMatchObject({ status: 422 })
})

test('a visitor can neither upload to another’s conversation nor send another’s upload', async () => {
  const { server, visitor } = await scene()
  const other = await createVisitor(server)
  const file = (await upload(visitor)).body.data
  await expect(send(other, [file.id])).rejects.toMatchObject({ status: 422 })
  const { conversationId } = visitor
  expect((await upload({ ...other, conversationId })).status).toBe(404)
  await expect(
    other.call(setVisitorVariables, {
      params: { uuid: conversationId },
      body: { variables: { plan: 'pro' } },
    }),
  ).rejects.toMatchObject({ status: 404 })
})

test('the desk’s uploads are the desk’s to send, and a visitor’s the visitor’s', async () => {
  const { server, visitor } = await scene()
  const params = { uuid: visitor.conversationId }
  const body = new FormData()
  body.append('file', new File(['Secret'], 'draft.txt'))
  const path = `/api/user/conversations/${params.uuid}/attachments`
  const { data: desks } = await (await server.fetch(path, { method: 'POST', body })).json()
  const own = (await upload(visitor)).body.data
  await expect(send(visitor, [desks.id])).rejects.toMatchObject({ status: 422 })
  const reply = server.call(replyToConversation, {
    params,
    body: { client_id: randomUUID(), content: 'Mine?', attachment_ids: [own.id] },
  })
  await expect(reply).rejects.toMatchObject({ status: 422 })
  await expect(
    server.call(deleteAttachment, { params: { ...params, id: own.id } }),
  ).rejects.toMatchObject({ status: 404 })
})

test('a visitor may upload twenty files in ten minutes', async () => {
  const { server, visitor } = await scene()
  const limited = await startServer({ rates: scaled(1) })
  const other = await createVisitor(limited)
  const statuses = []
  for (let count = 0; count < 21; count += 1) statuses.push((await upload(other)).status)
  expect(statuses).toEqual([...Array(20).fill(201), 429])
  expect((await upload(visitor)).status).toBe(201)
  expect(server.url).not.toBe(limited.url)
})

test('omitted variables stay, and the desk sees what they say about the visitor', async () => {
  const { server, visitor } = await scene()
  const params = { uuid: visitor.conversationId }
  const tell = (variables: Record<string, string>) =>
    visitor.call(setVisitorVariables, { params, body: { variables } })
  await tell({ plan: 'pro', name: 'Ada' })
  await tell({ email: 'ada@example.com' })
  const detail = await server.call(getConversation, { params })
  expect(detail.variables).toMatchObject({ plan: 'pro', name: 'Ada', email: 'ada@example.com' })
  expect(detail.visitor).toMatchObject({ name: 'Ada', email: 'ada@example.com' })
  const events = server.context.db
    .prepare(
      "SELECT payload FROM events WHERE type IN ('conversation.variables', 'contact.updated')",
    )
    .pluck()
    .all()
  expect(events).toHaveLength(4)
})

test('the size of variables is limited', async () => {
  const { visitor } = await scene()
  const params = { uuid: visitor.conversationId }
  const tell = (prefix: string) => {
    const names = Array.from({ length: 20 }, (_, index) => `${prefix}_${index}`)
    const variables = Object.fromEntries(names.map((name) => [name, 'x'.repeat(2000)]))
    return visitor.call(setVisitorVariables, { params, body: { variables } })
  }
  await tell('one')
  await expect(tell('two')).rejects.toMatchObject({ status: 422 })
  await tell('one')
})

test('a visitor’s list contains the last message, the read position and the rating', async () => {
  const { server, visitor } = await scene()
  const params = { uuid: visitor.conversationId }
  await server.call(replyToConversation, {
    params,
    body: { client_id: randomUUID(), content: 'ä'.repeat(200) },
  })
  const { data } = await visitor.call(endVisitorConversation, { params })
  expect(data).toMatchObject({
    seen_seq: 0,
    rating: null,
    message_count: 2,
    last_message: { author: 'operator', content: 'ä'.repeat(120) },
  })
  const whole = await visitor.call(getVisitorConversation, { params })
  expect(whole.messages).toHaveLength(2)
})
