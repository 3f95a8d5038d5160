import type { LanguageModelV4Prompt } from '@ai-sdk/provider'
import type { Context } from '../../../server/context.ts'
import { modelInput } from '../../../server/features/conversations/turns/model-input.ts'
import { passageQueries } from '../../../server/features/knowledge/passage-queries.ts'
import { knowledgeQueries } from '../../../server/features/knowledge/queries.ts'
import { read } from '../../../server/features/knowledge/reader/read.ts'
import { loadConcepts } from '../../../server/language/concepts.ts'
import { phrasesFor } from '../../../server/language/phrases.ts'
import { languageOf } from '../../../server/language/words.ts'
import { answerTo } from '../../../server/providers/llm/built-in/answer.ts'
import type { BuiltInOptions } from '../../../server/providers/llm/built-in/options.ts'
import { type Business, type BusinessQuestion, judge, type Verdict } from './business.ts'

/** An answer as it was judged. */
export interface Answered {
  readonly business: Business
  readonly question: BusinessQuestion
  readonly answer: string
  readonly verdict: Verdict
  readonly ms: number
}

/** A question of a business as the built-in model gets it. */
interface Prepared {
  readonly question: BusinessQuestion
  readonly prompt: LanguageModelV4Prompt
  readonly options: BuiltInOptions
  /** Spent on the search, ms. */
  readonly ms: number
}

/** Asks the questions of a business, each in a conversation of its own. */
export async function askAll(context: Context, business: Business): Promise<Answered[]> {
  await loadConcepts()
  const prepared = await prepareAll(context, business)
  return prepared.map(({ question, prompt, options, ms }) => {
    const begun = performance.now()
    const { text: answer, passageIds } = answerTo(prompt, options)
    const spent = ms + performance.now() - begun
    const { unknown } = phrasesFor(languageOf(question.ask, business.language))
    const isUnknown = passageIds.length === 0 && answer.startsWith(unknown)
    const verdict = judge(question, answer, isUnknown)
    return { business, question, answer, ms: spent, verdict }
  })
}

/** Reads the documents of a business, and searches for each of its questions. */
async function prepareAll(context: Context, business: Business): Promise<Prepared[]> {
  const knowledgebase_id = await learn(context, business)
  const now = () => new Date(business.now)
  const assistant = {
    uuid: '00000000-0000-4000-8000-000000000000',
    name: business.name,
    timezone: business.timezone,
    language: business.language,
    system_prompt: '',
    knowledgebase_id,
    knowledgebase_mode: 'prompt' as const,
    llm_temperature: 0,
    post_call_schema: '[]',
  }
  const all: Prepared[] = []
  for (const question of business.questions) {
    const asked = [...(question.after ?? []), question.ask]
    const begun = performance.now()
    const history = asked.map((content) => ({ role: 'user' as const, content }))
    const { builtIn } = await modelInput({ ...context, now }, { assistant, variables: {}, history })
    const prompt = asked.map((text) => ({
      role: 'user' as const,
      content: [{ type: 'text' as const, text }],
    }))
    all.push({ question, prompt, options: builtIn, ms: performance.now() - begun })
  }
  return all
}

/** Reads the documents of a business into a knowledge base of its own. */
async function learn(context: Context, { name, documents }: Business): Promise<number> {
  const { db, now } = context
  const knowledge = knowledgeQueries(db)
  const baseId = await context.write((tx) => knowledge.insertBase(tx, 1, name, now()))
  for (const { name: title, markdown } of documents) {
    const bytes = new TextEncoder().encode(markdown)
    const passages = await read({ kind: 'md', bytes, title, maxPassages: 1000 })
    await context.write((tx) => {
      const { id } = knowledge.insertDocument(
        tx,
        {
          knowledge_base_id: baseId,
          name: title,
          type: 'txt',
          url: null,
          status: 'active',
          size: null,
          sha256: null,
        },
        now(),
      )
      passageQueries(db).insert(tx, id, baseId, passages)
    })
  }
  return baseId
}
