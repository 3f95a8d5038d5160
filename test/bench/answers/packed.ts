import type { AnswerPack } from '../../../server/contracts/answer-pack-file.ts'
import { read } from '../../../server/features/knowledge/reader/read.ts'
import { makePack } from '../../../server/features/widget/answer-packs/make-pack.ts'
import { loadConcepts } from '../../../server/language/concepts.ts'
import { createAnswering } from '../../../widget/asleep/answering.ts'
import { type Business, type BusinessQuestion, judge, type Verdict } from './business.ts'

/** An answer from a pack as it was judged. */
export interface AnsweredFromPack {
  readonly business: Business
  readonly question: BusinessQuestion
  /** Undefined if it only says that the team is away. */
  readonly answer: string | undefined
  readonly verdict: Verdict
}

/** Asks the questions of a business with a pack of everything on its website. */
export async function askPack(business: Business): Promise<AnsweredFromPack[]> {
  const find = createAnswering(await packOf(business))
  return business.questions.map((question) => {
    const quotes = find(question.ask, question.after?.at(-1))
    const answer = quotes?.map(({ text }) => text).join(' ')
    const verdict = judge(question, answer ?? '', answer === undefined)
    return { business, question, answer, verdict }
  })
}

/** A pack of all passages of a business. */
export async function packOf({ name, language, documents, now }: Business): Promise<AnswerPack> {
  await loadConcepts()
  const passages = await Promise.all(
    documents.map(async ({ name: title, markdown }) => {
      const bytes = new TextEncoder().encode(markdown)
      const found = await read({ kind: 'md', bytes, title, maxPassages: 1000 })
      return found.map((passage) => ({ ...passage, title, url: null }))
    }),
  )
  const head = {
    assistant: '00000000-0000-4000-8000-000000000000',
    name,
    language,
    initial_message: '',
    settings: {},
    made_at: now,
    expires_at: now,
  }
  return makePack(head, passages.flat())
}
