import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import http from 'node:http'
import { expect, test } from 'vitest'
import type { Attachment } from '#contracts/attachment-fields.ts'
import { deleteAttachment } from '#contracts/attachments.ts'
import { getConversation, replyToConversation } from '#contracts/conversations.ts'
import { PICTURE, pictureMark, withoutPictures } from '#contracts/pictures.ts'
import { getVisitorConversation } from '#contracts/widget.ts'
import { sweepAttachments } from '../../server/features/conversations/attachments/sweep.ts'
import { anotherAccount } from '../support/accounts.ts'
import { startServer } from '../support/server.ts'
import { createVisitor } from '../support/visitor.ts'

/** A one-pixel PNG. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const PAGE = '<!doctype html><script>alert(1)</script>'
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

async function scene(options = {}) {
  const server = await startServer(options)
  const visitor = await createVisitor(server)
  const params = { uuid: visitor.conversationId }
  const path = `/api/user/conversations/${params.uuid}/attachments`
  async function upload(
    content: string | Uint8Array<ArrayBuffer>,
    name: string,
    send = server.fetch,
  ) {
    const body = new FormData()
    body.append('file', new File([content], name))
    const response = await send(path, { method: 'POST', body })
    return { status: response.status, body: await response.json() }
  }
  async function uploaded(name = 'dot.png'): Promise<Attachment> {
    return (await upload(new Uint8Array(PIXEL), name)).body.data
  }
  const reply = (attachment_ids: number[], content = 'Here it is') =>
    server.call(replyToConversation, {
      params,
      body: { client_id: randomUUID(), content, attachment_ids },
    })
  return { server, visitor, params, upload, uploaded, reply, call: server.call }
}

test('a reply holds 10,000 characters and shows its picture in place; other channels get the text without it', async () => {
  const { visitor, params, uploaded, reply } = await scene()
  const file = await uploaded()
  const long = `Look:\n${pictureMark(file)}\n${'é'.repeat(9900)}`
  const { data } = await reply([file.id], long)
  expect(data.content).toBe(long)
  const { messages } = await visitor.call(getVisitorConversation, { params })
  expect(messages.at(-1)).toMatchObject({ content: long, attachments: [file] })
  expect(long.split(PICTURE)[1]).toBe(String(file.id))
  expect(withoutPictures(long)).toBe(`Look:\n${'é'.repeat(9900)}`)
  const most = await reply([], 'é'.repeat(10_000))
  expect([...most.data.content]).toHaveLength(10_000)
  await expect(reply([], 'é'.repeat(10_001))).rejects.toMatchObject({ status: 422 })
  await expect(visitor.say('é'.repeat(2001))).rejects.toMatchObject({ status: 422 })
})

test('a file reaches the visitor with its message, and opens without a key', async () => {
  const { server, visitor, params, uploaded, reply } = await scene()
  const file = await uploaded()
  expect(file).toMatchObject({ media_type: 'image/png', width: 1, height: 1, size: PIXEL.length })
  const { data } = await reply([file.id])
  expect(data.attachments).toEqual([file])
  const { messages } = await visitor.call(getVisitorConversation, { params })
  expect(messages.at(-1)?.attachments).toEqual([file])
  const response = await fetch(server.url + file.url)
  expect(response.status).toBe(200)
  expect(Buffer.from(await response.arrayBuffer())).toEqual(PIXEL)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': `inline; filename="dot.png"; filename*=UTF-8''dot.png`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
})

test('a file is buffered on disk while it uploads, and nothing stays there whether it is accepted or rejected', async () => {
  const { server, visitor, params } = await scene()
  const folder = server.context.uploads.folder()
  const half = Buffer.from(
    '--line\r\nContent-Disposition: form-data; name="file"; filename="notes.txt"\r\n\r\nHello',
  )
  const request = http.request(
    `${server.url}/api/widget/conversations/${params.uuid}/attachments`,
    {
      method: 'POST',
      headers: {
        authorization: `Bearer ${visitor.token}`,
        'content-type': 'multipart/form-data; boundary=line',
      },
    },
  )
  const answered = once(request, 'response')
  request.write(half)
  await expect.poll(() => readdirSync(folder)).toHaveLength(1)
  request.end('\r\n--line--\r\n')
  const [response] = await answered
  expect(response.statusCode).toBe(201)
  await expect.poll(() => readdirSync(folder)).toEqual([])
})

test.each([
  ['a page', PAGE, 'page.html'],
  ['a drawing with a script', DRAWING, 'drawing.svg'],
  ['a page that is called a picture', PAGE, 'photo.png'],
  ['a program', 'MZ\0\0', 'setup.exe'],
  ['a picture that is called a program', new Uint8Array(PIXEL), 'setup.exe'],
  ['a picture that is called a text', new Uint8Array(PIXEL), 'notes.txt'],
  ['a file without an ending', 'Hello', 'README'],
  ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x41, 0x00]), 'notes.txt'],
  ['nothing at all', '', 'empty.txt'],
])('%s is rejected', async (_, content, name) => {
  const { upload, server } = await scene()
  expect(await upload(content, name)).toMatchObject({
    status: 422,
    body: { errors: { file: [expect.stringContaining('cannot be sent')] } },
  })
  const rows = server.context.db.prepare('SELECT count(*) FROM attachments').pluck().get()
  expect(rows).toBe(0)
  await expect.poll(() => readdirSync(server.context.uploads.folder())).toEqual([])
})

test('a text file is never served as HTML, whatever it contains', async () => {
  const { server, upload } = await scene()
  const { body } = await upload(PAGE, 'notes.txt')
  const response = await fetch(server.url + body.data.url)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment;/)
})

test.each([
  ['../../etc/passwd.png', 'passwd.png'],
  ['C:\\Windows\\evil.png', 'evil.png'],
  ['invoice.html.png', 'invoice_html.png'],
  ['photo\u202Egnp.exe.png', 'photognp_exe.png'],
  ['..hidden.png', 'hidden.png'],
  ['"quoted"\r\nSet-Cookie: a=b.png', '_quoted_Set-Cookie_ a=b.png'],
  ['Grüße aus Köln.png', 'Grüße aus Köln.png'],
])('the name %j is stored as %j', async (sent, kept) => {
  const { server, uploaded } = await scene()
  const file = await uploaded(sent)
  expect(file.name).toBe(kept)
  const response = await fetch(server.url + file.url)
  expect(response.headers.get('set-cookie')).toBeNull()
  expect(response.headers.get('content-disposition')).toContain(encodeURIComponent(kept))
})

test('a file can be sent with only one message, in its own conversation', async () => {
  const { server, uploaded, reply, call } = await scene()
  const file = await uploaded()
  const second = await createVisitor(server)
  const elsewhere = call(replyToConversation, {
    params: { uuid: second.conversationId },
    body: { client_id: randomUUID(), content: 'Hello', attachment_ids: [file.id] },
  })
  const refused = {
    status: 422,
    errors: { 'attachment_ids.0': ['The selected attachment ids.0 is invalid.'] },
  }
  await expect(elsewhere).rejects.toMatchObject(refused)
  await reply([file.id])
  await expect(reply([file.id])).rejects.toMatchObject(refused)
  await expect(reply([987_654])).rejects.toMatchObject(refused)
})

test('another account can neither upload, delete nor send files here', async () => {
  const { server, upload, uploaded, params } = await scene()
  const other = await anotherAccount(server)
  expect((await upload('Hello', 'a.txt', other.fetch)).status).toBe(404)
  const file = await uploaded()
  await expect(
    other.call(deleteAttachment, { params: { ...params, id: file.id } }),
  ).rejects.toMatchObject({ status: 404 })
})

test('an unsent file can be deleted, and a sent one cannot', async () => {
  const { server, params, uploaded, reply, call } = await scene()
  const [unsent, sent] = [await uploaded(), await uploaded()]
  await call(deleteAttachment, { params: { ...params, id: unsent.id } })
  expect((await fetch(server.url + unsent.url)).status).toBe(404)
  await reply([sent.id])
  await expect(
    call(deleteAttachment, { params: { ...params, id: sent.id } }),
  ).rejects.toMatchObject({ status: 404 })
})

test('files are deleted with their conversation, and unsent ones within a day', async () => {
  let time = Date.now()
  const { server, params, uploaded, reply, call } = await scene({
    outside: { now: () => new Date(time) },
  })
  const { context } = server
  const files = () => readdirSync(context.attachments.folder()).length
  const sent = await uploaded()
  await uploaded()
  await reply([sent.id])
  await sweepAttachments(context)
  expect(files()).toBe(2)
  time += 25 * 3_600_000
  await sweepAttachments(context)
  expect(files()).toBe(1)
  expect((await call(getConversation, { params })).messages.at(-1)?.attachments).toHaveLength(1)
  context.db.prepare('DELETE FROM conversations WHERE uuid = ?').run(params.uuid)
  await sweepAttachments(context)
  expect(files()).toBe(0)
  expect((await fetch(server.url + sent.url)).status).toBe(404)
})

test('attachment keys reach no other file of the server', async () => {
  const { server } = await scene()
  for (const key of ['..%2Fparley.db', '.', 'a'.repeat(43), `${'a'.repeat(43)}.txt`])
    expect((await fetch(`${server.url}/attachments/${key}`)).status).toBe(404)
})
