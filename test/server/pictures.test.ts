import { expect, test } from 'vitest'
import { getEmbedding } from '#contracts/assistant-embedding.ts'
import { deleteAssistantPicture, setAssistantPicture } from '#contracts/assistant-pictures.ts'
import { exportAssistant, importAssistant } from '#contracts/assistant-transfer.ts'
import { duplicateAssistant } from '#contracts/assistant-versions.ts'
import { deleteAssistant, listAllAssistants } from '#contracts/assistants.ts'
import { MAX_PICTURE } from '#contracts/constants.ts'
import { getConversation, replyToConversation } from '#contracts/conversations.ts'
import { deleteOperator, listOperators, setProfilePicture } from '#contracts/operators.ts'
import { attend } from '#contracts/presence.ts'
import { getPublicAssistant, getVisitorConversation } from '#contracts/widget.ts'
import { cleanJpeg } from '../../server/media/jpeg.ts'
import { colleague, signedInOwner } from '../support/operators.ts'
import { CLEAN_JPEG, jpegOf, TAGGED_JPEG } from '../support/pictures.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { createVisitor } from '../support/visitor.ts'

const photo = (content = TAGGED_JPEG) => ({ body: { file: new File([content], 'me.jpg') } })

async function starter({ call }: TestServer) {
  const [assistant] = await call(listAllAssistants, {})
  return { params: { id: assistant!.id }, uuid: assistant!.uuid }
}

test('only the pixels of a picture are kept, and only of a whole one', () => {
  expect(cleanJpeg(TAGGED_JPEG)).toEqual({ content: CLEAN_JPEG, width: 64, height: 64 })
  expect(cleanJpeg(CLEAN_JPEG)?.content).toEqual(CLEAN_JPEG)
  for (let length = 0; length < CLEAN_JPEG.length; length += 1)
    expect(cleanJpeg(CLEAN_JPEG.subarray(0, length))).toBeUndefined()
  const text = new TextEncoder().encode('<!doctype html><script>alert(1)</script>')
  expect(cleanJpeg(text)).toBeUndefined()
})

test('an operator’s picture is with their replies, at the desk and for visitors, and leaves with them', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const params = { uuid: visitor.conversationId }
  const ada = await colleague(server, 'Ada')
  const body = { client_id: crypto.randomUUID(), content: 'Here I am' }
  await ada.call(replyToConversation, { params, body })
  const { picture } = (await ada.call(setProfilePicture, photo())).data

  const { messages } = await visitor.call(getVisitorConversation, { params })
  expect(messages.at(-1)).toMatchObject({ author_name: 'Ada', author_picture: picture })
  const detail = await server.call(getConversation, { params })
  expect(detail.messages.at(-1)).toMatchObject({ author_picture: picture })
  const { data } = await server.call(listOperators, {})
  expect(data.map(({ picture }) => picture)).toEqual([null, picture])

  const response = await fetch(server.url + picture)
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(CLEAN_JPEG)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
  const next = (await ada.call(setProfilePicture, photo())).data.picture
  expect(next).not.toBe(picture)
  expect((await fetch(server.url + picture)).status).toBe(404)

  const owner = await signedInOwner(server)
  await owner.call(deleteOperator, { params: { id: ada.operator.id } })
  expect((await fetch(server.url + next)).status).toBe(404)
  const after = await visitor.call(getVisitorConversation, { params })
  expect(after.messages.at(-1)).not.toHaveProperty('author_picture')
})

test('an assistant’s picture is public, travels with copies and documents, and is not shown once it is deleted', async () => {
  const server = await startServer()
  const { params, uuid } = await starter(server)
  const { picture } = (await server.call(setAssistantPicture, { params, ...photo() })).data
  expect(picture).toMatch(/^\/pictures\/[\w-]{43}$/)
  expect(await server.call(getEmbedding, { params })).toMatchObject({ picture })
  const site = server.as({ origin: server.url })
  expect(await site(getPublicAssistant, { params: { uuid } })).toMatchObject({ picture })

  const document = await server.call(exportAssistant, { params, query: {} })
  expect(document.picture).toBe(Buffer.from(CLEAN_JPEG).toString('base64'))
  const copy = await server.call(duplicateAssistant, { params })
  const imported = await server.call(importAssistant, { body: { document } })
  const spoilt = { ...document, picture: Buffer.from('no picture').toString('base64') }
  const { problems } = await server.call(importAssistant, {
    body: { document: spoilt, dry_run: true },
  })
  expect(problems).toContainEqual(
    expect.objectContaining({ field: 'picture', severity: 'left_out' }),
  )
  const all = await server.call(listAllAssistants, { query: { include: 'picture' } })
  const pictures = all.map(({ id, picture }) => [id, picture])
  expect(new Set(pictures.map(([, picture]) => picture)).size).toBe(3)
  expect(pictures.map(([id]) => id)).toEqual(
    expect.arrayContaining([params.id, copy.data.id, imported.data!.id]),
  )

  await server.call(deleteAssistant, { params })
  expect((await fetch(server.url + picture)).status).toBe(404)
  const second = { id: copy.data.id }
  await server.call(deleteAssistantPicture, { params: second })
  expect(await server.call(getEmbedding, { params: second })).toMatchObject({ picture: null })
})

test('a picture that is no small square JPEG is refused, with the reason', async () => {
  const server = await startServer()
  const { params } = await starter(server)
  const refused = async (content: Uint8Array<ArrayBuffer>) =>
    await server.call(setAssistantPicture, { params, ...photo(content) }).then(
      () => 'taken',
      ({ errors }) => errors?.file?.[0],
    )
  expect(await refused(jpegOf(64, 65))).toContain('square')
  expect(await refused(jpegOf(1024, 1024))).toContain('64 to 512')
  expect(await refused(new TextEncoder().encode('GIF89a'))).toContain('JPEG')
  const long = new Uint8Array(MAX_PICTURE + 1)
  long.set(CLEAN_JPEG)
  expect(await refused(long)).toContain('100 kB')
})

test('visitors see who is there', async () => {
  const server = await startServer()
  const { uuid } = await starter(server)
  const site = server.as({ origin: server.url })
  const shown = () => site(getPublicAssistant, { params: { uuid } })
  const ada = await colleague(server, 'Ada')
  expect(await shown()).toMatchObject({ team: [], team_online: false })
  const { picture } = (await ada.call(setProfilePicture, photo())).data
  const bob = await colleague(server, 'Bob')
  for (const person of [bob, ada])
    await person.call(attend, { body: { tab: crypto.randomUUID(), status: 'available' } })
  expect(await shown()).toMatchObject({
    team: [
      { name: 'Ada', picture },
      { name: 'Bob', picture: null },
    ],
    team_online: true,
  })
})
