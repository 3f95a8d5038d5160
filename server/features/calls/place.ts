import type { CallType } from '#contracts/enums.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { AppError, notFound } from '../../errors.ts'
import { type AssistantWithLanguage, assistantQueries } from '../assistants/queries.ts'
import { phoneNumberQueries } from '../phone-numbers/queries.ts'
import { chatModel } from '../platform/lookups/models.ts'
import { digitsOf, type ParsedNumber, parseNumber } from '../platform/values/telephone.ts'
import { reserveCall } from './charge.ts'
import { enqueueDial } from './dial-job.ts'
import { callQueries, type StoredCall } from './queries.ts'
import { recordCall } from './record.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'origin' | 'jobs'>

/** A call to be placed, its parts found and good. */
interface Placement {
  readonly assistant: AssistantWithLanguage
  readonly type: CallType
  /** The customer's number, E.164; null when there is none. */
  readonly customer: string | null
  /** Variables that the caller of the API passes to the assistant. */
  readonly variables: JsonObject
  /** Micro-dollars. */
  readonly minutePrice: number
  readonly provider: string
  /** The conversation that a web call is spoken in. */
  readonly conversationId?: number
  /** Number that it comes from, E.164; that of the assistant unless said otherwise. */
  readonly from?: string
  /** The campaign and the lead that it is for. */
  readonly campaignId?: number
  readonly leadId?: number
}

/**
 * Writes a call that is to be placed, sets its money aside, records it and asks for it to be dialled.
 * @throws AppError 422 when the balance does not reach; the transaction must not go on then.
 */
export function placeCall(tx: Tx, context: Needs, placement: Placement): StoredCall {
  const call = writeCall(tx, context, placement)
  enqueueDial(tx, context, call.id)
  return call
}

/**
 * Writes a call, sets its money aside and records it; nobody is asked to dial.
 * @throws AppError 422 when the balance does not reach; the transaction must not go on then.
 */
export function writeCall(tx: Tx, context: Omit<Needs, 'jobs'>, placement: Placement): StoredCall {
  const { db, now } = context
  const { assistant, type, customer, variables, minutePrice, provider, conversationId } = placement
  const calls = callQueries(db)
  const id = calls.insert(tx, {
    userId: assistant.user_id,
    assistantId: assistant.id,
    type,
    assistantNumber: type === 'web' ? null : (placement.from ?? numberOf(context, assistant)),
    clientNumber: customer,
    clientDigits: customer === null ? null : digitsOf(customer),
    variables: JSON.stringify(variables),
    inputVariables: JSON.stringify({ ...JSON.parse(assistant.variables), ...variables }),
    provider,
    conversationId: conversationId ?? null,
    campaignId: placement.campaignId ?? null,
    leadId: placement.leadId ?? null,
    minutePrice,
    maxDuration: assistant.max_duration,
    now: now().getTime(),
  })
  const call = calls.byId(id)!
  if (!reserveCall(tx, context, call)) throw new AppError('insufficient_balance_for_call')
  recordCall(tx, context, assistant.user_id, id, 'call.created')
  return call
}

function numberOf({ db }: Pick<Needs, 'db'>, { user_id, phone_number_id }: AssistantWithLanguage) {
  if (phone_number_id === null) return null
  return phoneNumberQueries(db).find(user_id, phone_number_id)?.phone_number ?? null
}

/** @throws AppError 400 for what is no valid telephone number. */
export function numberToCall(text: string): ParsedNumber {
  const number = parseNumber(text)
  if (!number) throw new AppError('call_number_invalid')
  return number
}

/**
 * Finds the assistant of an outbound call by its id or UUID; a new one may call, too.
 * @throws AppError 404 for what the account does not have, 422 for an assistant that is switched off or has no model.
 */
export function assistantToCall(
  { db }: Pick<Context, 'db'>,
  userId: number,
  reference: number | string,
): AssistantWithLanguage {
  const assistant = assistantQueries(db).named(userId, reference)
  if (!assistant) throw notFound('assistant_not_yours')
  if (assistant.switched_off === 1) throw new AppError('assistant_inactive')
  if (!chatModel(db, assistant)) throw new AppError('assistant_without_model')
  return assistant
}

/** @throws AppError 404 for what the account does not have, 422 for an assistant that answers nobody yet, or no more. */
export function assistantToBeCalled(
  { db }: Pick<Context, 'db'>,
  userId: number,
  id: number,
): AssistantWithLanguage {
  const assistant = assistantQueries(db).find(userId, id)
  if (!assistant) throw notFound('assistant_not_yours')
  if (assistant.status !== 'active') throw new AppError('assistant_inactive')
  return assistant
}
