import type { Context } from '../../../context.ts'
import type { FormApiAccount } from '../../../providers/form-api/account.ts'
import { conversation } from '../../../providers/voice/form-api/addresses.ts'
import { nextPollAt } from '../../../providers/voice/form-api/follow-times.ts'
import { telephoneName } from '../../../providers/voice/form-api/form-api.ts'
import { document, reject } from '../../../providers/voice/form-api/twiml.ts'
import { accountQueries } from '../../accounts/queries.ts'
import { type AssistantWithLanguage, assistantQueries } from '../../assistants/queries.ts'
import { isCustomerBlocked } from '../../conversations/blocks/blocked.ts'
import { hasFunds as hasAnswerFunds } from '../../conversations/turns/funds.ts'
import { isActive } from '../../phone-numbers/present.ts'
import { phoneNumberQueries } from '../../phone-numbers/queries.ts'
import { parseOwnNumber } from '../../platform/values/telephone.ts'
import { canCall, speechOf } from '../../speech/speech-of.ts'
import { doNotCallQueries } from '../do-not-call/queries.ts'
import { fetchInboundVariables } from '../inbound-variables.ts'
import { giveUp } from '../lifecycle.ts'
import { writeCall } from '../place.ts'
import { callQueries } from '../queries.ts'
import { hasFunds } from '../session/funds.ts'
import { createSwitchboard } from '../switchboard.ts'
import { isTelephoneOn } from './carrier.ts'
import { enqueueFollow } from './follow-job.ts'
import { areLinesBusy } from './lines.ts'
import { payerOnTelephone } from './payer.ts'
import { telephoneQueries } from './queries.ts'

/** An incoming call as reported by the provider. */
export interface IncomingCall {
  readonly sid: string
  readonly from: string
  readonly to: string
}

/**
 * Accepts an incoming call, once: the assistant of the number answers it. A call that cannot be taken is rejected before
 * it costs anything, and recorded if there is an assistant for it.
 * @returns instructions for the provider
 */
export async function acceptIncoming(
  context: Context,
  account: FormApiAccount,
  incoming: IncomingCall,
): Promise<string> {
  const { db, now, write, log, config, sms } = context
  const assistant = isTelephoneOn(context) ? answeringAt(context, incoming.to) : undefined
  if (!assistant || config.publicUrl === undefined) {
    log.warn('a telephone call came in for nobody here')
    return document(reject())
  }
  const refusal = refusalOf(context, assistant, incoming.from)
  const { callId, ref, isNew } = await open(context, account, { ...incoming, assistant })
  if (isNew && refusal) {
    log.warn({ call: callId }, refusal.reason)
    await write((tx) => giveUp(tx, context, callId, refusal.status, now().getTime()))
  }
  if (isNew && !refusal)
    await fetchInboundVariables(context, callQueries(db).byId(callId)!, sms.givenUp)
  const isOpen = await write((tx) => {
    const at = now().getTime()
    createSwitchboard(context).report(tx, callId, { kind: 'ringing', at })
    return telephoneQueries(db).open().includes(callId)
  })
  if (isOpen) return conversation(config.publicUrl, ref)
  return document(reject(refusal?.status === 'busy' ? 'busy' : 'rejected'))
}

/** The assistant of a number of the owner's account, the only one that uses the provider. */
function answeringAt({ db, now }: Context, number: string): AssistantWithLanguage | undefined {
  const owner = accountQueries(db).owner()!.id
  const row = phoneNumberQueries(db)
    .all(owner)
    .find(({ type, phone_number: own }) => type === 'normal' && own === number)
  if (!row || !isActive(row, now())) return undefined
  return assistantQueries(db)
    .withNumber(owner, row.id)
    .find(({ type, status }) => type === 'inbound' && status === 'active')
}

/** Reason why a call cannot be taken now. */
function refusalOf(context: Context, assistant: AssistantWithLanguage, from: string) {
  const caller = parseOwnNumber(from)?.e164 ?? from
  if (doNotCallQueries(context.db).ofNumber(assistant.user_id, caller))
    return { status: 'failed', reason: 'a number on the do-not-call list called' } as const
  if (isCustomerBlocked(context, assistant.user_id, caller))
    return { status: 'failed', reason: 'a blocked sender called' } as const
  if (areLinesBusy(context))
    return { status: 'busy', reason: 'a call came in while all lines were busy' } as const
  if (!canCall(context, assistant))
    return { status: 'failed', reason: 'a call came in, and nothing hears what is said' } as const
  if (!hasAnswerFunds(context, assistant))
    return { status: 'failed', reason: 'a call came in, and the balance is used up' } as const
  const { minutePrice } = speechOf(context, assistant)
  if (!hasFunds(context, payerOnTelephone(assistant), minutePrice))
    return {
      status: 'failed',
      reason: 'a call came in, and its speech cannot be paid for',
    } as const
  return undefined
}

interface Opening extends IncomingCall {
  readonly assistant: AssistantWithLanguage
}

/** Records a call; a repeated report changes nothing. */
async function open(context: Context, { account }: FormApiAccount, opening: Opening) {
  const { db, write, now, randomBytes } = context
  const { sid, from, assistant } = opening
  const legs = telephoneQueries(db)
  const ref = randomBytes(16).toString('base64url')
  return await write((tx) => {
    const known = legs.ofSid(sid)
    if (known) return { ...known, isNew: false }
    const { id: callId } = writeCall(tx, context, {
      assistant,
      type: 'inbound',
      customer: parseOwnNumber(from)?.e164 ?? null,
      variables: {},
      // The specification has no price for incoming calls; answers are charged as usual.
      minutePrice: 0,
      provider: telephoneName(account),
    })
    const begunAt = now().getTime()
    const { ringing_time: ringingTime, max_duration: maxDuration } = assistant
    legs.begin(tx, { callId, ref, sid, ringingTime, begunAt })
    enqueueFollow(tx, context, callId, nextPollAt({ begunAt, ringingTime, maxDuration }, begunAt)!)
    return { callId, ref, isNew: true }
  })
}
