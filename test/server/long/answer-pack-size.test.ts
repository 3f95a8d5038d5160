import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type AnswerPack, MAX_PACK_BYTES } from '#contracts/answer-pack-file.ts'
import { getAnswerPack, publishAnswerPack } from '#contracts/answer-packs.ts'
import { updateAssistant } from '#contracts/assistants.ts'
import { passageQueries } from '../../../server/features/knowledge/passage-queries.ts'
import { knowledgeQueries } from '../../../server/features/knowledge/queries.ts'
import { read } from '../../../server/features/knowledge/reader/read.ts'
import { createdBase } from '../../support/knowledge.ts'
import { startServer } from '../../support/server.ts'
import { starterAssistant } from '../../support/visitor.ts'

const COUNT = 200
const root = path.resolve(import.meta.dirname, '../../..')

/** Pages about many things: English businesses that the benchmark of answers worked with, and the project's own documentation. */
function* pages(): Generator<{ readonly title: string; readonly markdown: string }> {
  const businesses = path.join(root, 'test/bench/answers/working')
  for (const file of readdirSync(businesses).sort()) {
    const { language, documents } = JSON.parse(readFileSync(path.join(businesses, file), 'utf8'))
    if (language !== 'en') continue
    for (const { name, markdown } of documents) yield { title: name, markdown }
  }
  for (const folder of ['docs', 'docs/decisions'])
    for (const file of readdirSync(path.join(root, folder)).sort())
      if (file.endsWith('.md'))
        yield { title: file, markdown: readFileSync(path.join(root, folder, file), 'utf8') }
}

/** Passages of 300 to 900 characters, as the reader of documents makes them, by page. */
async function passagesByPage() {
  const chosen: {
    readonly title: string
    readonly passages: { heading: string; content: string }[]
  }[] = []
  let left = COUNT
  for (const { title, markdown } of pages()) {
    if (left === 0) break
    const bytes = new TextEncoder().encode(markdown)
    const found = await read({ kind: 'md', bytes, title, maxPassages: 1000 })
    const passages = found
      .filter(({ content }) => content.length >= 300 && content.length <= 900)
      .slice(0, left)
    left -= passages.length
    chosen.push({ title, passages })
  }
  expect(left).toBe(0)
  return chosen
}

test('a pack of 200 passages of 300 to 900 characters about many things has at most 60 kB', async () => {
  const { call, context } = await startServer()
  const { id } = await starterAssistant({ call })
  const params = { id }
  const knowledgebase_id = await createdBase({ call })
  await call(updateAssistant, { params, body: { knowledgebase_id } })
  const all = await passagesByPage()
  await context.write((tx) => {
    for (const { title, passages } of all) {
      const row = {
        name: title,
        type: 'txt',
        url: `https://shop.example/${encodeURIComponent(title)}`,
        status: 'active',
      } as const
      const document = knowledgeQueries(context.db).insertDocument(
        tx,
        { ...row, knowledge_base_id: knowledgebase_id, size: null, sha256: null },
        context.now(),
      )
      passageQueries(context.db).insert(tx, document.id, knowledgebase_id, passages)
    }
  })
  const passage_ids = (await call(getAnswerPack, { params })).passages.map(({ id: of }) => of)
  expect(passage_ids).toHaveLength(COUNT)
  const { published } = await call(publishAnswerPack, { params, body: { passage_ids } })
  expect(published!.size).toBeLessThanOrEqual(MAX_PACK_BYTES)
  const row = context.db.prepare<[], string>('SELECT file FROM answer_packs').pluck().get()!
  const pack: AnswerPack = JSON.parse(JSON.parse(row).pack)
  expect(pack.passages).toHaveLength(COUNT)
})
