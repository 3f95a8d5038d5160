import { MAX_REPLY } from '#contracts/constants.ts'
import { type Context, randomShare } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { generatePaid } from '../../billing/budgets/paid.ts'
import { reasonOf } from '../../billing/budgets/refusal.ts'
import { toDollars } from '../../platform/values/dollars.ts'
import type { ConversationRow } from '../queries.ts'
import { helperOf } from './helper.ts'
import { dataOf, instructionsFor, maxOutputOf, type Work } from './tasks.ts'

type Needs = Pick<
  Context,
  'db' | 'now' | 'events' | 'models' | 'sleep' | 'randomBytes' | 'log' | 'write'
>

/** Timeout of a proposal including retries, ms: an operator waits for it. */
const TOTAL_MS = 45_000

/** A text that a model proposes. */
interface Proposed {
  readonly text: string
  /** Name of the model. */
  readonly model: string
  /** US dollars. */
  readonly cost: number
}

/**
 * Has a model do a task, paid from the budgets of the assistant and the account like an answer, but from none of the visitor's:
 * it is the operator who asks.
 * @throws AppError if there is no model that can, its budget is used up, or it gives no whole text
 */
export async function propose(
  context: Needs,
  conversation: Pick<ConversationRow, 'user_id' | 'assistant_id'>,
  work: Work,
  signal: AbortSignal,
): Promise<Proposed> {
  const helper = helperOf(context, conversation)
  if (!helper) throw new AppError('writing_aid_needs_model')
  const { user_id: userId, assistant_id: assistantId } = conversation
  const payer = { userId, assistantId, conversationId: null, visitorId: null }
  const paid = await generatePaid(context, payer, helper.row, {
    model: helper.model,
    system: instructionsFor(work),
    messages: [{ role: 'user', content: dataOf(work) }],
    temperature: 0.3,
    maxOutputTokens: maxOutputOf(work),
    sleep: context.sleep,
    random: () => randomShare(context),
    signal,
    limits: { totalMs: TOTAL_MS },
  })
  if (paid.refused !== undefined)
    throw new AppError('writing_aid_over_budget', { params: { reason: reasonOf(paid.refused) } })
  const { result } = paid
  const text = textIn(result.text)
  if (!result.complete || result.reason !== 'stop' || text === '') {
    const reason = result.detail || result.reason
    context.log.warn({ model: helper.row.code, reason }, 'a model could not help with a reply')
    throw new AppError('writing_aid_failed', { params: { reason } })
  }
  return { text, model: helper.row.name, cost: toDollars(paid.cost) }
}

/** A model's text without control characters, at the length of a reply. */
const textIn = (answer: string): string =>
  [...answer.replaceAll('\0', '').trim().toWellFormed()].slice(0, MAX_REPLY).join('')
