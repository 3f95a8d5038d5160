import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Contact, ContactDetail, getContactArchive, VisitedPage } from '#contracts/contacts.ts'
import { getConversation } from '#contracts/conversations.ts'
import { getWebhookDelivery } from '#contracts/webhooks.ts'
import { visitPage } from '#contracts/widget.ts'
import { conversationQueries } from '../../server/features/conversations/queries.ts'
import { anotherAccount } from '../support/accounts.ts'
import { merge, twoBrowsers } from '../support/merges.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { createVisitor, inConversation } from '../support/visitor.ts'
import { send } from '../support/webhooks.ts'

const archiveOf = (id: string) => `/api/user/contacts/${id}/archive`

async function unzipped(server: Pick<TestServer, 'fetch'>, id: string) {
  const response = await server.fetch(archiveOf(id))
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return new Map(
    Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
  )
}

async function scene() {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const upload = async (content: string, name: string) => {
    const body = new FormData()
    body.append('file', new File([content], name))
    const at = `/api/widget/conversations/${visitor.conversationId}/attachments`
    const response = await visitor.fetch(at, { method: 'POST', body })
    return ((await response.json()) as { data: { id: number } }).data.id
  }
  return { server, visitor, upload }
}

test('everything stored about a contact is one file, with each part in its endpoint’s format', async () => {
  const { server, visitor, upload } = await scene()
  await visitor.say('Hello from Ada')
  const file = await upload('What Ada has sent', 'letter.txt')
  await visitor.call(visitPage, {
    body: { page_url: 'https://shop.example/tea', page_title: 'Tea' },
  })
  const second = await inConversation(server, { visitor_id: visitor.id, token: visitor.token })
  await second.say('x'.repeat(900))
  for (const { conversationId: uuid } of [visitor, second])
    await expect
      .poll(async () => (await server.call(getConversation, { params: { uuid } })).messages.at(-1))
      .toMatchObject({ author: 'assistant', status: 'complete' })
  const row = conversationQueries(server.context.db).ofUser(1, visitor.conversationId)!
  await send(server, 'https://shop.example/hook', { about: 'Ada' }, { conversationId: row.id })

  const files = await unzipped(server, visitor.id)
  expect([...files.keys()]).toEqual([
    'contact.json',
    'conversations/1.json',
    'conversations/2.json',
    'webhooks.json',
    `files/${file}-letter.txt`,
  ])
  const read = (name: string) => JSON.parse(files.get(name)!)
  const contact = Contact.extend({
    ...ContactDetail.pick({ other_emails: true, other_phones: true }).shape,
    parts: z.tuple([]),
    pages: VisitedPage.array(),
  })
    .strict()
    .parse(read('contact.json'))
  expect(contact.pages.map(({ url }) => url)).toContain('https://shop.example/tea')
  const chats = [visitor, second].map(({ conversationId }) => conversationId)
  for (const [index, uuid] of chats.entries()) {
    const chat = read(`conversations/${index + 1}.json`)
    expect(getConversation.reply.parse(chat)).toMatchObject({ id: uuid })
    expect(chat).toMatchObject({
      messages: (await server.call(getConversation, { params: { uuid } })).messages,
    })
  }
  const [sent] = getWebhookDelivery.reply.array().parse(read('webhooks.json'))
  expect(sent).toMatchObject({ payload: { about: 'Ada' } })
  expect(files.get(`files/${file}-letter.txt`)).toBe('What Ada has sent')
})

test('it contains no other contact’s data, and others cannot get it', async () => {
  const { server, visitor } = await scene()
  await visitor.say('Words of Ada')
  const other = await createVisitor(server)
  await other.say('Words of Bob')
  const all = [...(await unzipped(server, visitor.id)).values()].join()
  expect([all.includes('Words of Ada'), all.includes('Words of Bob')]).toEqual([true, false])
  const stranger = await anotherAccount(server)
  const params = { id: visitor.id }
  await expect(stranger.call(getContactArchive, { params })).rejects.toMatchObject({
    status: 404,
    message: 'Contact not found',
  })
})

test('of a merged contact it contains what each part knows itself', async () => {
  const { server, ada, phone } = await twoBrowsers()
  await merge(server, ada, phone, { name: 'merged', notes: 'merged' })
  const contact = JSON.parse((await unzipped(server, ada.id)).get('contact.json')!)
  expect(contact).toMatchObject({
    name: 'Ada',
    notes: 'In a hurry',
    parts: [
      {
        id: ada.id,
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        phone: null,
        notes: 'Friendly',
      },
      {
        id: phone.id,
        name: 'Ada',
        email: 'ada@example.org',
        phone: '+4930901820',
        notes: 'In a hurry',
      },
    ],
  })
})

test('a file missing from the disk does not block the rest', async () => {
  const { server, visitor, upload } = await scene()
  await upload('gone', 'gone.txt')
  const folder = server.context.attachments.folder()
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name))
  expect([...(await unzipped(server, visitor.id)).keys()]).toEqual([
    'contact.json',
    'conversations/1.json',
    'webhooks.json',
  ])
})
