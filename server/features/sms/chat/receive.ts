import { MAX_MESSAGE } from '#contracts/constants.ts'
import type { Context } from '../../../context.ts'
import { isCustomerBlocked } from '../../conversations/blocks/blocked.ts'
import type { SayNeeds } from '../../conversations/turns/say.ts'
import { phoneNumberQueries } from '../../phone-numbers/queries.ts'
import { parseOwnNumber } from '../../platform/values/telephone.ts'
import { hear, obeyStop } from './hear.ts'
import { conversationWith } from './place.ts'
import { smsChatQueries } from './queries.ts'

type Needs = SayNeeds & Pick<Context, 'log' | 'randomBytes' | 'write'>

/** An incoming text message as reported by the provider. */
export interface InboundSms {
  readonly sid: string
  readonly from: string
  readonly to: string
  readonly body: string
  /** Number of attached files. */
  readonly media: number
}

/**
 * Receives a text message, once: storing it in a conversation and requesting an answer are one transaction. Messages
 * for unknown numbers, or from senders without a telephone number, are ignored.
 */
export async function receiveSms(context: Needs, sms: InboundSms): Promise<void> {
  const { db, write, now, log } = context
  await write((tx) => {
    const customer = parseOwnNumber(sms.from)?.e164
    const number = phoneNumberQueries(db).textable(sms.to, now())
    if (!customer || !number) return log.warn('a text message came in for nobody here')
    if (!smsChatQueries(db).receive(tx, sms.sid, now())) return
    if (isCustomerBlocked(context, number.user_id, customer)) {
      obeyStop(tx, context, number.user_id, { customer, written: sms.body })
      return log.info('a text message of a blocked sender was left out')
    }
    const conversation = conversationWith(tx, context, number, customer)
    if (conversation)
      hear(tx, context, conversation, {
        customer,
        content: contentOf(sms),
        written: sms.body,
        by: 'sms',
      })
    else log.warn('a text message came in for an account without assistants')
  })
}

/** Text of the message in the conversation, with a note about attachments. */
function contentOf({ body, media }: InboundSms): string {
  const text = body.replaceAll('\0', '').toWellFormed().trim()
  const files = media === 1 ? '[1 file, which stays with the provider]' : undefined
  const added = media > 1 ? `[${media} files, which stay with the provider]` : files
  const content = [text, added].filter(Boolean).join('\n') || '[an empty message]'
  return [...content].slice(0, MAX_MESSAGE).join('')
}
