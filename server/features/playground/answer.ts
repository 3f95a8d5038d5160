import type { PlaygroundEvent } from '#contracts/playground.ts'
import type { Turn } from '#contracts/public-chat.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { generate } from '../../providers/llm/generate.ts'
import { chatModel } from '../lookups/models.ts'
import { toDollars } from '../money/dollars.ts'
import { costOf } from '../money/model-cost.ts'
import { assertFunds } from '../turns/funds.ts'
import { modelInput } from '../turns/model-input.ts'
import type { Draft } from './draft.ts'

type Needs = Pick<Context, 'db' | 'config' | 'now' | 'sleep' | 'randomBytes' | 'models'>

interface Question {
  readonly userId: number
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
  { userId, draft, variables, history, signal }: Question,
): (tell: (event: PlaygroundEvent) => void) => Promise<void> {
  const { db, models, now } = context
  const { assistant } = draft
  const model = chatModel(db, assistant)
  const languageModel = model && models.of(model)
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
    const result = await generate({
      ...input,
      model: languageModel,
      signal,
      onText: (text) => {
        first ??= now().getTime()
        tell({ type: 'delta', data: { text } })
      },
    })
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
        cost: toDollars(costOf(model, result.usage)),
        first_token_ms: first === undefined ? null : first - begun,
        total_ms: now().getTime() - begun,
      },
    })
  }
}
