import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Attachment } from '#contracts/attachment-fields.ts'
import { MAX_ATTACHMENT } from '#contracts/constants.ts'
import { replyToConversation } from '#contracts/conversations.ts'
import { startServer } from '../../support/server.ts'
import { createVisitor } from '../../support/visitor.ts'

/** A one-pixel PNG. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
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

test('ten megabytes are accepted, and one byte more is not', async () => {
  const { upload } = await scene()
  const most = Buffer.alloc(MAX_ATTACHMENT, 'a')
  expect((await upload(new Uint8Array(most), 'big.txt')).status).toBe(201)
  const more = Buffer.alloc(MAX_ATTACHMENT + 1, 'a')
  expect((await upload(new Uint8Array(more), 'bigger.txt')).status).toBe(413)
})
