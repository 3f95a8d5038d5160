import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { AnswerPack, SignedAnswerPack } from '#contracts/answer-pack-file.ts'
import { getAnswerPack, publishAnswerPack } from '#contracts/answer-packs.ts'
import { updateAssistant } from '#contracts/assistants.ts'
import { createKnowledgeEntry, updateKnowledgeEntry } from '#contracts/knowledge-entries.ts'
import { passageQueries } from '../../server/features/knowledge/passage-queries.ts'
import { knowledgeQueries } from '../../server/features/knowledge/queries.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createdBase } from '../support/knowledge.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { starterAssistant } from '../support/visitor.ts'

const DOGS = {
  question: 'May I bring my dog?',
  answer: 'Dogs are welcome on the terrace, on a lead.',
}
const HOURS = { question: 'When do you open?', answer: 'We open at nine and close at six.' }

/** An assistant with a base of two entries. */
async function withEntries(server: TestServer) {
  const { call } = server
  const knowledgebase_id = await createdBase(server)
  const { id } = await starterAssistant(server)
  await call(updateAssistant, { params: { id }, body: { knowledgebase_id } })
  const added = []
  for (const entry of [DOGS, HOURS])
    added.push((await call(createKnowledgeEntry, { body: { knowledgebase_id, ...entry } })).data.id)
  return { params: { id }, entries: added }
}

async function downloaded(server: TestServer, { id }: { readonly id: number }) {
  const response = await server.fetch(`/api/user/assistant/${id}/answer-pack/package`)
  expect(response.status).toBe(200)
  const { file } = await server.call(getAnswerPack, { params: { id } })
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return { name: file, text: new TextDecoder().decode(files[file]), files }
}

/** Verifies a signature as browsers do. */
function isSigned({ pack, signature }: SignedAnswerPack, publicKey: string): boolean {
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const options = { key, dsaEncoding: 'ieee-p1363' } as const
  return verify('sha256', Buffer.from(pack), options, Buffer.from(signature, 'base64url'))
}

test('a pack has exactly the approved passages, is signed with a lasting key, and is outdated once the knowledge changes', async () => {
  const server = await startServer()
  const { call } = server
  const { params, entries } = await withEntries(server)
  const before = await call(getAnswerPack, { params })
  expect(before).toMatchObject({ published: null, passages_count: 2 })
  expect(before.passages.map(({ title, is_approved }) => [title, is_approved])).toEqual([
    [DOGS.question, false],
    [HOURS.question, false],
  ])
  expect((await server.fetch(`/api/user/assistant/${params.id}/answer-pack/package`)).status).toBe(
    404,
  )

  const [dogs, hours] = before.passages
  const { published } = await call(publishAnswerPack, {
    params,
    body: { passage_ids: [dogs!.id] },
  })
  const { text, files } = await downloaded(server, params)
  const signed: SignedAnswerPack = JSON.parse(text)
  expect(isSigned(signed, published!.public_key)).toBe(true)
  expect(isSigned({ ...signed, pack: `${signed.pack} ` }, published!.public_key)).toBe(false)
  const pack: AnswerPack = JSON.parse(signed.pack)
  expect(pack.passages).toEqual([
    {
      title: DOGS.question,
      heading: DOGS.question,
      blocks: [{ sentences: [DOGS.answer] }],
    },
  ])
  expect(text).not.toContain('at nine')
  expect(Object.keys(files)).toContain('README.txt')
  expect(published).toMatchObject({
    passages: 1,
    size: gzipSync(text).length,
    is_outdated: false,
  })

  const changed = { ...HOURS, answer: 'We open at ten.' }
  await call(updateKnowledgeEntry, { params: { id: entries[1]! }, body: changed })
  const later = await call(getAnswerPack, { params })
  expect(later.published).toEqual({ ...published, is_outdated: true })
  expect(later.passages.map(({ is_approved }) => is_approved)).toEqual([true, false])

  // The passage that was approved has another text now, so it is another passage.
  const refusal = call(publishAnswerPack, { params, body: { passage_ids: [hours!.id] } })
  await expect(refusal).rejects.toMatchObject({ status: 422 })
  const both = later.passages.map(({ id }) => id)
  const again = await call(publishAnswerPack, { params, body: { passage_ids: both } })
  expect(again.published).toMatchObject({
    passages: 2,
    is_outdated: false,
    public_key: published!.public_key,
  })
})

test('a pack of more than 60 kB is refused, and so are passages that are not the assistant’s', async () => {
  const server = await startServer()
  const { call, context } = server
  const { params } = await withEntries(server)
  const [theirs] = (await call(getAnswerPack, { params })).passages
  const base = await createdBase(server, 'Long')
  await call(updateAssistant, { params, body: { knowledgebase_id: base } })
  const publish = (passage_ids: number[]) =>
    call(publishAnswerPack, { params, body: { passage_ids } })
  await expect(publish([theirs!.id])).rejects.toMatchObject({ status: 422 })

  const document = knowledgeQueries(context.db)
  const file = { name: 'Random', type: 'txt', url: null, status: 'active' } as const
  const passages = Array.from({ length: 100 }, (_, at) => ({
    heading: `Part ${at}`,
    content: Array.from({ length: 10 }, () => randomBytes(70).toString('base64')).join('\n'),
  }))
  await context.write((tx) => {
    const row = { ...file, knowledge_base_id: base, size: null, sha256: null }
    const { id } = document.insertDocument(tx, row, context.now())
    passageQueries(context.db).insert(tx, id, base, passages)
  })
  const ids = (await call(getAnswerPack, { params })).passages.map(({ id }) => id)
  await expect(publish(ids)).rejects.toMatchObject({ status: 409 })
  expect((await publish(ids.slice(0, 50))).published?.passages).toBe(50)

  const stranger = await anotherAccount(server)
  await expect(stranger.call(getAnswerPack, { params })).rejects.toMatchObject({ status: 404 })
})
