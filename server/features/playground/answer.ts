import type { PlaygroundEvent } from '#contracts/playground.ts'
import type { Turn } from '#contracts/public-chat.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { generatePaid } from '../budgets/paid.ts'
import { REFUSALS } from '../budgets/refusal.ts'
import type { Refusal } from '../budgets/reserve.ts'
import { chatModel } from '../lookups/models.ts'
import { toDollars } from '../money/dollars.ts'
import { assertFunds } from '../turns/funds.ts'
import { modelInput } from '../turns/model-input.ts'
import type { Draft } from './draft.ts'

type Needs = Pick<Context, 'db' | 'config' | 'now' | 'sleep' | 'randomBytes' | 'models' | 'events'>

interface Question {
  readonly userId: number
  /** Whose budget it takes from; none for a draft of a new assistant. */
  readonly assistantId: number | null
  readonly draft: Draft
  readonly variables: JsonObject | undefined
  readonly history: readonly Turn[]
  readonly signal: AbortSignal
}

/**
 * Has a draft answer as a stored assistant would, and tells of every step; nothing is stored.
 * @throws AppError before the first step, when there is no model or no money for it
 */
export function answerAsDraft(
  context: Needs,
  { userId, assistantId, draft, variables, history, signal }: Question,
): (tell: (event: PlaygroundEvent) => void) => Promise<void> {
  const { db, models, now } = context
  const { assistant } = draft
  const model = chatModel(db, assistant)
  const languageModel = model && models.of(model.provider)
  if (!languageModel) throw new AppError('unavailable', 'The selected model is not available.')
  assertFunds(context, { ...assistant, user_id: userId })
  const input = modelInput(context, {
    assistant,
    variables: { ...draft.variables, ...variables },
    history,
  })

  return async (tell) => {
    const begun = now().getTime()
    let first: number | undefined
    const { system, messages, temperature, builtIn } = input
    const passages = builtIn.passages.map(({ heading, content }) => ({ heading, content }))
    tell({ type: 'input', data: { model: model.name, system, messages, passages, temperature } })
    const payer = { userId, assistantId, conversationId: null, visitorId: null }
    const paid = await generatePaid(context, payer, model, {
      ...input,
      model: languageModel,
      signal,
      onText: (text) => {
        first ??= now().getTime()
        tell({ type: 'delta', data: { text } })
      },
    })
    const { result, cost } = paid.refused === undefined ? paid : overBudget(paid.refused)
    const { inputTokens, outputTokens, isEstimated } = result.usage
    tell({
      type: 'end',
      data: {
        complete: result.complete,
        reason: result.reason,
        detail: result.detail,
        input_tokens: inputTokens,
        output_tokens: outputTokens,
        is_estimated: isEstimated,
        cost: toDollars(cost),
        first_token_ms: first === undefined ? null : first - begun,
        total_ms: now().getTime() - begun,
      },
    })
  }
}

/** Nothing was asked of the model. */
const overBudget = (refused: Refusal) => ({
  cost: 0,
  result: {
    complete: false,
    reason: 'over_budget',
    detail: REFUSALS[refused],
    usage: { inputTokens: 0, outputTokens: 0, isEstimated: false },
  },
})
