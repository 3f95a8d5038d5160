import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { dropNotice, raiseNotice } from '../../platform/notices/raise.ts'
import { toDollars } from '../../platform/values/dollars.ts'
import { budgetQueries } from './queries.ts'
import type { Refusal } from './reserve.ts'
import type { LimitedShare, Payer } from './shares.ts'

type Needs = Pick<Context, 'db' | 'now' | 'events' | 'write'>

/** Reason why no model was called, for the desk. */
export const REFUSALS: Readonly<Record<Refusal, string>> = {
  visitor: 'The visitor’s budget of the day is used up',
  conversation: 'The budget of the conversation is used up',
  assistant: 'The assistant’s budget of the day is used up',
  account: 'The account’s budget of the month is used up',
  balance: 'The balance does not reach for an answer',
}

/** Tells the account that a budget is reached: once for each kind of budget of each assistant, until it is put away. */
export async function tellOfRefusal(
  context: Needs,
  { userId, assistantId }: Payer,
  refusal: Refusal,
  share: LimitedShare | undefined,
): Promise<void> {
  const assistant =
    assistantId === null ? undefined : budgetQueries(context.db).limitsOf(assistantId)
  const isOfAccount = refusal === 'account' || refusal === 'balance'
  const limit = share?.limit ?? null
  const sum = limit === null ? '' : ` ($${toDollars(limit)})`
  const whose = isOfAccount || !assistant ? '' : `${assistant.name}: `
  await context.write((tx) =>
    raiseNotice(
      tx,
      context,
      {
        userId,
        kind: 'budget_reached',
        subject: isOfAccount || !assistant ? refusal : subjectOf(refusal, assistant.id),
      },
      `${whose}${REFUSALS[refusal]}${sum}. Answers that cost money are not made until there is room again.`,
    ),
  )
}

/** Clears the notice about an account's month after its limit changed. */
export function dropAccountNotice(tx: Tx, context: Needs, userId: number): void {
  dropNotice(tx, context, { userId, kind: 'budget_reached', subject: 'account' })
}

const subjectOf = (refusal: Refusal, assistantId: number): string =>
  `${refusal} of assistant ${assistantId}`
