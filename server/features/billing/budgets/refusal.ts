import { inEnglish } from '#contracts/catalogues.ts'
import { type Fault, fault, type ReasonCode } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { dropNotice, raiseNotice } from '../../platform/notices/raise.ts'
import { toDollars } from '../../platform/values/dollars.ts'
import { budgetQueries } from './queries.ts'
import type { Refusal } from './reserve.ts'
import type { LimitedShare, Payer } from './shares.ts'

type Needs = Pick<Context, 'db' | 'now' | 'events' | 'write'>

const REASONS: Readonly<Record<Refusal, ReasonCode>> = {
  visitor: 'budget_of_visitor',
  conversation: 'budget_of_conversation',
  assistant: 'budget_of_assistant',
  account: 'budget_of_account',
  balance: 'balance_too_low',
}

/** Reason why a model call was refused. */
export const reasonOf = (refusal: Refusal): Fault => fault(REASONS[refusal])

/** Reason why a model call was refused, for the desk and the log. */
export const detailOf = (refusal: Refusal): string => inEnglish.translate(reasonOf(refusal))

/** Raises a notice that a budget is used up: one per assistant and kind of budget until it is dismissed. */
export async function raiseBudgetNotice(
  context: Needs,
  { userId, assistantId }: Payer,
  refusal: Refusal,
  share: LimitedShare | undefined,
): Promise<void> {
  const assistant =
    assistantId === null ? undefined : budgetQueries(context.db).limitsOf(assistantId)
  const isOfAccount = refusal === 'account' || refusal === 'balance'
  const limit = share?.limit ?? null
  await context.write((tx) =>
    raiseNotice(
      tx,
      context,
      {
        userId,
        kind: 'budget_reached',
        subject: isOfAccount || !assistant ? refusal : subjectOf(refusal, assistant.id),
      },
      fault('answers_suspended', { reason: reason() }),
    ),
  )

  function reason(): Fault {
    const bare = fault(REASONS[refusal])
    const known =
      limit === null ? bare : fault('with_limit', { reason: bare, limit: toDollars(limit) })
    return isOfAccount || !assistant
      ? known
      : fault('of_assistant', { assistant: assistant.name, reason: known })
  }
}

/** Clears the notice about an account's month after its limit changed. */
export function dropAccountNotice(tx: Tx, context: Needs, userId: number): void {
  dropNotice(tx, context, { userId, kind: 'budget_reached', subject: 'account' })
}

const subjectOf = (refusal: Refusal, assistantId: number): string =>
  `${refusal} of assistant ${assistantId}`
