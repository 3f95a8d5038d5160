import path from 'node:path'
import { readConfig } from '../../../server/config.ts'
import type { Context } from '../../../server/context.ts'
import { modelInput } from '../../../server/features/conversations/turns/model-input.ts'
import { passageQueries } from '../../../server/features/knowledge/passage-queries.ts'
import { knowledgeQueries } from '../../../server/features/knowledge/queries.ts'
import { read } from '../../../server/features/knowledge/reader/read.ts'
import { phrasesFor } from '../../../server/language/phrases.ts'
import { languageOf } from '../../../server/language/words.ts'
import { answerTo } from '../../../server/providers/llm/built-in/answer.ts'
import { startServer } from '../../../server/start.ts'
import { quantile } from '../process.ts'
import type { Report, Row } from '../report.ts'
import {
  type Business,
  type BusinessQuestion,
  businessesOf,
  judge,
  type Share,
  type Verdict,
} from './business.ts'

/*
 * Answers of the built-in model from what businesses have on their websites. It was worked on with those in `working`;
 * those in `apart` were written by others, and only the report may look at them.
 */

interface Places {
  readonly folder: string
  readonly report: Report
}

/** An answer as it was judged. */
interface Answered {
  readonly business: Business
  readonly question: BusinessQuestion
  readonly answer: string
  readonly verdict: Verdict
  readonly ms: number
}

/** Runs the whole part. */
export async function answers({ folder, report }: Places): Promise<void> {
  const env = {
    PARLEY_PORT: '0',
    PARLEY_DATA_DIR: path.join(folder, 'answers'),
    PARLEY_LOG: 'silent',
  }
  await using server = await startServer(readConfig(env))
  for (const share of ['working', 'apart'] as const) {
    const answered: Answered[] = []
    for (const business of businessesOf(share))
      answered.push(...(await askAll(server.context, business)))
    if (answered.length > 0) tell(share, answered, report)
  }
}

/** Asks the questions of a business, each in a conversation of its own. */
async function askAll(context: Context, business: Business): Promise<Answered[]> {
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
  const all: Answered[] = []
  for (const question of business.questions) {
    const asked = [...(question.after ?? []), question.ask]
    const begun = performance.now()
    const history = asked.map((content) => ({ role: 'user' as const, content }))
    const { builtIn } = await modelInput({ ...context, now }, { assistant, variables: {}, history })
    const prompt = asked.map((text) => ({
      role: 'user' as const,
      content: [{ type: 'text' as const, text }],
    }))
    const { text: answer, passageIds } = answerTo(prompt, builtIn)
    const ms = performance.now() - begun
    const { unknown } = phrasesFor(languageOf(question.ask, business.language))
    const isUnknown = passageIds.length === 0 && answer.startsWith(unknown)
    all.push({ business, question, answer, ms, verdict: judge(question, answer, isUnknown) })
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

function tell(share: Share, answered: readonly Answered[], report: Report): void {
  const languages = [...new Set(answered.map(({ business }) => business.language))]
  report(
    `answers of the built-in model, ${share === 'apart' ? 'businesses kept apart' : 'businesses it was worked on with'}`,
    [
      [
        '',
        'right',
        'says it does not know',
        'wrong',
        'honest where nothing answers',
        'ms p50 / p95',
      ],
      figuresOf('all', answered),
      ...languages.map((language) =>
        figuresOf(
          language,
          answered.filter(({ business }) => business.language === language),
        ),
      ),
    ],
  )
  const bad = answered.filter(({ verdict }) => verdict === 'wrong' || verdict === 'invented')
  const rows = bad.map(
    ({ business, question, answer }): Row => [
      business.name,
      question.ask,
      `→ ${answer.replace(/\s+/g, ' ')}`,
    ],
  )
  report(`${share}: wrong or invented`, rows)
}

function figuresOf(name: string, answered: readonly Answered[]): Row {
  const verdicts = answered.map(({ verdict }) => verdict)
  const count = (verdict: Verdict) => verdicts.filter((one) => one === verdict).length
  const silent = count('honest') + count('invented')
  const answerable = answered.length - silent
  const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(0)} %`
  const ms = answered.map((one) => one.ms)
  return [
    name,
    share(count('right'), answerable),
    share(count('unknown'), answerable),
    share(count('wrong'), answerable),
    share(count('honest'), silent),
    `${quantile(ms, 0.5).toFixed(1)} / ${quantile(ms, 0.95).toFixed(1)}`,
  ]
}
