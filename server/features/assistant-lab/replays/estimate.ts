import type { Context } from '../../../context.ts'
import { tokensIn } from '../../../providers/llm/tokens.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import { costOf } from '../../billing/money/model-cost.ts'
import { readerOf } from '../../conversations/extraction/reader.ts'
import type { ModelRow } from '../../platform/lookups/queries.ts'
import { toDollars } from '../../platform/values/dollars.ts'
import type { Draft } from '../playground/draft.ts'
import { replayQueries } from './queries.ts'
import { type ReplayedQuestion, textOf } from './questions.ts'

/** Tokens assumed for the passages of a knowledge base, for an answer, and for a verdict with its instructions. */
const PASSAGES = 1200
const ANSWER = 250
const VERDICT = { inputTokens: 300, outputTokens: 60 }

/** Duration assumed for an answer if nothing is known, and for one of the built-in model, ms. */
const ANSWER_MS = 5000
const BUILT_IN_MS = 300

/** Answers generated at the same time. */
const CONCURRENT = 3

interface Estimated {
  readonly assistant: AssistantWithLanguage
  readonly draft: Draft
  readonly model: ModelRow
  readonly questions: readonly ReplayedQuestion[]
  readonly isJudged: boolean
}

/** Estimates a replay, on the high side: every answer is assumed to be judged. */
export function estimateOf(
  context: Pick<Context, 'db' | 'config' | 'models'>,
  { assistant, draft, model, questions, isJudged }: Estimated,
) {
  const { db, config } = context
  const reader = readerOf(context, assistant, undefined)
  const prompt = tokensIn(draft.assistant.system_prompt) + PASSAGES
  let cost = 0
  for (const { history, reply } of questions) {
    const said = Math.min(tokensIn(textOf(history)), config.limits.historyTokens)
    cost += costOf(model, { inputTokens: prompt + said, outputTokens: ANSWER })
    if (!(isJudged && reader)) continue
    const inputTokens = VERDICT.inputTokens + said + tokensIn(textOf(reply)) + ANSWER
    cost += costOf(reader.model, { inputTokens, outputTokens: VERDICT.outputTokens })
  }
  const known = replayQueries(db).duration(assistant.user_id, assistant.id)
  const each = model.provider === 'built-in' ? BUILT_IN_MS : (known ?? ANSWER_MS)
  const steps = isJudged && reader ? 2 : 1
  return {
    conversations: new Set(questions.map(({ conversation }) => conversation.id)).size,
    answers: questions.length,
    model: model.name,
    cost: toDollars(cost),
    seconds: Math.ceil((questions.length * each * steps) / CONCURRENT / 1000),
    can_judge: reader !== undefined,
  }
}
