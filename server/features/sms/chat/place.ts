import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { type AssistantWithLanguage, assistantQueries } from '../../assistants/queries.ts'
import { type ConversationRow, conversationQueries } from '../../conversations/queries.ts'
import { replyQueries } from '../../conversations/replies/queries.ts'
import type { PhoneNumberRow } from '../../phone-numbers/queries.ts'
import { smsChatQueries } from './queries.ts'
import { handToPerson, startWithCustomer } from './start.ts'

type Needs = Pick<Context, 'db' | 'events' | 'hub' | 'now' | 'randomBytes'>

/**
 * The conversation of a number's assistant with a customer, created if there is none. If no assistant is set to answer,
 * an operator does.
 * @returns undefined for an account without any assistant
 */
export function conversationWith(
  tx: Tx,
  context: Needs,
  number: PhoneNumberRow,
  customer: string,
): ConversationRow | undefined {
  const { db } = context
  const chats = smsChatQueries(db)
  const found = assistantFor(context, number)
  if (!found) return undefined
  const { assistant, isAnswered } = found
  const row =
    knownWith(context, assistant, customer) ?? begin(tx, context, assistant, number, customer)
  if (!isAnswered && chats.wasAnswered(row.id) !== false) handToPerson(tx, context, row)
  chats.keep(tx, {
    conversationId: row.id,
    phoneNumberId: number.id,
    customer,
    isAnswered: isAnswered ? 1 : 0,
  })
  return conversationQueries(db).byId(row.id)!
}

interface Answerer {
  readonly assistant: AssistantWithLanguage
  /** True if it is active and set to answer text messages. */
  readonly isAnswered: boolean
}

/** The number's SMS assistant, else the one that answers its calls, else the account's oldest. */
function assistantFor(
  { db }: Needs,
  { id, user_id, sms_assistant_id }: PhoneNumberRow,
): Answerer | undefined {
  const assistants = assistantQueries(db)
  const set = sms_assistant_id === null ? undefined : assistants.find(user_id, sms_assistant_id)
  if (set) return { assistant: set, isAnswered: set.status === 'active' }
  const inbound = assistants.withNumber(user_id, id).find(({ type }) => type === 'inbound')
  const assistant = inbound ?? assistants.all(user_id)[0]
  return assistant && { assistant, isAnswered: false }
}

function knownWith(
  { db }: Needs,
  assistant: AssistantWithLanguage,
  customer: string,
): ConversationRow | undefined {
  const uuid = replyQueries(db).find(assistant.id, customer)
  return uuid === undefined ? undefined : conversationQueries(db).byUuid(uuid)
}

function begin(
  tx: Tx,
  context: Needs,
  assistant: AssistantWithLanguage,
  number: PhoneNumberRow,
  customer: string,
): ConversationRow {
  const row = startWithCustomer(tx, context, {
    assistant,
    type: 'api',
    variables: { customer_phone: customer, assistant_phone: number.phone_number },
  })
  replyQueries(context.db).setCustomer(tx, row.id, customer)
  return row
}
