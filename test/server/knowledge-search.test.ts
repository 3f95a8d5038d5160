import { expect, test } from 'vitest'
import { createDocument } from '#contracts/knowledge.ts'
import { listPassages, searchKnowledgeBase } from '#contracts/knowledge-passages.ts'
import { embedPassages } from '../../server/features/knowledge/embed.ts'
import type { Embedder } from '../../server/features/knowledge/embedder.ts'
import { fused } from '../../server/features/knowledge/fuse.ts'
import { findPassages } from '../../server/features/knowledge/search.ts'
import { knowledgeTool } from '../../server/features/knowledge/tool.ts'
import { createdBase, fileOf, readDocument } from '../support/knowledge.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** A base with one Markdown file. */
async function base(text: string, name = 'facts.md') {
  const server = await startServer()
  const id = await createdBase(server)
  const document = await readDocument(server, id, fileOf(name, text))
  const search = (question: string, language?: string) =>
    server.call(searchKnowledgeBase, { params: { id }, body: { question, language } })
  return { server, id, document, search }
}

const TWO = '# Parking\n\nCars are left behind the house.\n\n# Pets\n\nDogs are welcome.'

/** An embedding model that knows two things: vehicles, and everything else. */
const meaning = (code: string, calls: string[] = []): Embedder => ({
  code,
  embed: async (texts) => {
    calls.push(...texts)
    return texts.map((text) =>
      Float32Array.from(/cars?|vehicle|lorry/i.test(text) ? [2, 0] : [0, 2]),
    )
  },
})

const withEmbedder = ({ context }: TestServer, embedder: Embedder | undefined) =>
  void Object.assign(context.models, { embedder: () => embedder })

/** Creates embeddings until none are missing. */
async function embedAll({ context }: TestServer) {
  const { signal } = new AbortController()
  for (let round = 0; round < 5; round += 1) await embedPassages(context, signal)
}

test('Japanese, Chinese, Korean and Thai are found by character pairs, inside words too', async () => {
  const { search } = await base(
    '# 営業時間\n\n土曜日は九時から開いています。\n\n# 退货\n\n您可以在三十天内退货。\n\n# 배송\n\n배송은 이틀이 걸립니다.\n\n# การชำระเงิน\n\nเรารับบัตรเครดิต',
  )
  const first = async (question: string, language: string) =>
    (await search(question, language)).data[0]?.heading
  expect(await first('土曜日の営業時間は？', 'ja')).toBe('営業時間')
  expect(await first('我可以退货吗', 'zh')).toBe('退货')
  expect(await first('배송이 얼마나 걸려요?', 'ko')).toBe('배송')
  expect(await first('รับบัตรเครดิตไหม', 'th')).toBe('การชำระเงิน')
  expect((await search('営業時間', 'ja')).data[0]?.highlights).toContain('営業')
})

test('inflections and compounds are found by the language’s rules', async () => {
  const { search } = await base('# Lieferung\n\nWir liefern in drei Werktagen.', 'de.md')
  expect((await search('Wie lange dauern Lieferungen?', 'de')).data[0]).toMatchObject({
    heading: 'Lieferung',
  })
})

test('an embedding model finds matches without common words, and both lists are merged', async () => {
  const { server, id, search } = await base(TWO)
  expect((await search('Where do I put my lorry?')).data).toEqual([])
  withEmbedder(server, meaning('one'))
  await embedAll(server)
  const { data, method } = await search('Where do I put my lorry?')
  expect(method).toBe('words_and_meaning')
  expect(data[0]).toMatchObject({ heading: 'Parking', word_rank: null, meaning_rank: 1 })
  const asked = { question: 'dogs', previous: undefined, language: 'en', limit: 2 }
  const { passages } = await findPassages(server.context, id, asked)
  expect(passages[0]).toMatchObject({ heading: 'Pets', word_rank: 1, meaning_rank: 1 })
})

test('vectors of another model are recomputed, and those of deleted passages removed', async () => {
  const { server, id, document } = await base(TWO)
  const vectors = () =>
    server.context.db
      .prepare('SELECT model, count(*) AS count FROM chunk_vectors GROUP BY model')
      .all()
  withEmbedder(server, meaning('one'))
  await embedAll(server)
  const all = server.context.db.prepare('SELECT count(*) FROM chunks').pluck().get()
  expect(vectors()).toEqual([{ model: 'one', count: all }])
  const calls: string[] = []
  withEmbedder(server, meaning('two', calls))
  await embedAll(server)
  expect(vectors()).toEqual([{ model: 'two', count: all }])
  expect(calls).toHaveLength(all as number)
  await server.fetch(`/api/user/knowledgebases/${id}/documents/${document.id}`, {
    method: 'DELETE',
  })
  await expect.poll(vectors).toEqual([{ model: 'two', count: (all as number) - 2 }])
})

test('when the embedding model does not respond, words are used alone', async () => {
  const { server, search } = await base(TWO)
  withEmbedder(server, { code: 'down', embed: () => Promise.reject(new Error('down')) })
  const { data, method } = await search('Are dogs welcome?')
  expect([method, data[0]?.heading]).toEqual(['words', 'Pets'])
})

test('the model’s tool searches its assistant’s base, and says when there is nothing', async () => {
  const { server, id } = await base(TWO)
  const tool = knowledgeTool(server.context, { knowledgebase_id: id, language: 'en' })
  expect(tool).toMatchObject({ name: 'search_knowledge', schema: { required: ['query'] } })
  const { result, passages } = await tool!.run('Are dogs welcome?')
  expect(result.passages[0]).toEqual({
    heading: 'Pets',
    content: 'Dogs are welcome.',
    source: 'facts.md',
  })
  expect(passages[0]).toMatchObject({ heading: 'Pets' })
  expect((await tool!.run('unicorns')).result).toMatchObject({
    passages: [],
    note: expect.any(String),
  })
  expect(knowledgeTool(server.context, { knowledgebase_id: null, language: 'en' })).toBeUndefined()
})

test('passages are listed fifty at a time, and a query has a maximum length', async () => {
  const many = Array.from({ length: 60 }, (_, at) => `# Part ${at}\n\nText ${at}.`).join('\n\n')
  const { server, id, document, search } = await base(many)
  const params = { id, document_id: document.id }
  const first = await server.call(listPassages, { params, query: {} })
  expect([first.data.length, first.total, first.has_more]).toEqual([50, 60, true])
  const rest = await server.call(listPassages, {
    params,
    query: { after: String(first.data.at(-1)!.id) },
  })
  expect([rest.data.length, rest.has_more]).toEqual([10, false])
  await expect(search('x'.repeat(1001))).rejects.toMatchObject({ status: 422 })
  await expect(
    server.call(createDocument, { params: { id }, body: { type: 'website', url: 'ftp://x' } }),
  ).rejects.toMatchObject({ status: 422 })
})

test('being found twice beats ranking first once', () => {
  const order = fused(
    [
      [1, 2, 3],
      [4, 2],
    ],
    (id) => id,
  ).map(({ item }) => item)
  expect(order).toEqual([2, 1, 4, 3])
})
