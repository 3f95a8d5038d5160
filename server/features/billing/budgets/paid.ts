import type { Context } from '../../../context.ts'
import { fitted } from '../../../providers/llm/fit.ts'
import { generate } from '../../../providers/llm/generate.ts'
import {
  callOf,
  type Generation,
  type GenerationResult,
} from '../../../providers/llm/generation.ts'
import type { ModelRow } from '../../platform/lookups/queries.ts'
import { type Refusal, reserveAnswer, settleAnswer } from './reserve.ts'
import type { Payer } from './shares.ts'

type Needs = Pick<Context, 'db' | 'now' | 'events' | 'write'>

/** Result of a paid model call with its cost in micro-dollars, or the reason why it was refused. */
export type Paid =
  | { readonly refused: Refusal }
  | { readonly refused: undefined; readonly result: GenerationResult; readonly cost: number }

/** Token limit of a paid answer: an unlimited one could not be reserved. */
const MAX_OUTPUT = 2048

/**
 * Has a model answer and pays for it: what it costs at most is set aside of every budget before, and what it has cost is
 * charged after. Over budget the provider is not called. What does not fit into the model's window is left out.
 */
export async function generatePaid(
  context: Needs,
  payer: Payer,
  model: ModelRow,
  wanted: Generation,
): Promise<Paid> {
  const isFree = model.input_price + model.output_price === 0
  const limited = isFree
    ? wanted
    : { ...wanted, maxOutputTokens: wanted.maxOutputTokens ?? MAX_OUTPUT }
  const generation = fitted(limited, model.context_tokens)
  const reservation = await reserveAnswer(context, {
    ...payer,
    model,
    inputTokens: isFree ? 0 : mostTokensOf(generation),
    maxOutputTokens: generation.maxOutputTokens ?? 0,
  })
  if ('refused' in reservation) return reservation
  try {
    const result = await generate(generation)
    const cost = await settleAnswer(context, reservation, result.usage)
    return { refused: undefined, result, cost }
  } catch (error) {
    await settleAnswer(context, reservation, undefined)
    throw error
  }
}

/** No tokeniser makes more tokens of a text than it has bytes; what stands around each part in JSON is room for its own. */
function mostTokensOf(generation: Generation): number {
  const { prompt, tools = [], responseFormat } = callOf(generation)
  return Buffer.byteLength(JSON.stringify([prompt, tools, responseFormat]))
}
