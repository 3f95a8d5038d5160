import { MAX_MESSAGE } from '#contracts/constants.ts'
import { encodeFault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError } from '../../../errors.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import { recordActivity } from '../../conversations/activities/record.ts'
import { reopenConversation } from '../../conversations/end.ts'
import { flagIfPersonRequested } from '../../conversations/needs-person.ts'
import { postMessage } from '../../conversations/post.ts'
import type { ConversationRow } from '../../conversations/queries.ts'
import { assertFunds } from '../../conversations/turns/funds.ts'
import { type SayNeeds, say } from '../../conversations/turns/say.ts'
import { phoneNumberQueries } from '../../phone-numbers/queries.ts'
import { parseOwnNumber } from '../../platform/values/telephone.ts'
import { conversationWith } from './place.ts'
import { smsChatQueries } from './queries.ts'
import { orderIn } from './words.ts'

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
    const conversation = conversationWith(tx, context, number, customer)
    if (conversation)
      addToConversation(tx, context, conversation, { customer, content: contentOf(sms), sms })
    else log.warn('a text message came in for an account without assistants')
  })
}

interface Heard {
  readonly customer: string
  readonly content: string
  readonly sms: InboundSms
}

function addToConversation(
  tx: Tx,
  context: Needs,
  conversation: ConversationRow,
  heard: Heard,
): void {
  const { customer, content, sms } = heard
  const chats = smsChatQueries(context.db)
  const { user_id: userId } = conversation
  const isStopped = chats.isStopped(userId, customer)
  const order = orderIn(sms.body)
  if (order === 'stop' || (order === 'start' && isStopped)) {
    if (order === 'stop') chats.stop(tx, userId, customer, context.now())
    else chats.start(tx, userId, customer)
    note(tx, context, conversation, content)
    const kind = order === 'stop' ? 'sms_stopped' : 'sms_started'
    recordActivity(tx, context, conversation, { kind, operatorId: null })
  } else if (isStopped || !isPaidFor(tx, context, conversation))
    note(tx, context, conversation, content)
  else say(tx, context, conversation, { content })
}

/** Records the message without asking for an answer: only a person answers it. */
function note(tx: Tx, context: Needs, conversation: ConversationRow, content: string): void {
  postMessage(tx, context, conversation, { author: 'visitor', authorName: 'Visitor', content })
  reopenConversation(tx, context, conversation, null)
  flagIfPersonRequested(tx, context, conversation, content)
}

/** Reports whether an answer can be paid for; if not, notifies the desk. */
function isPaidFor(tx: Tx, context: Needs, conversation: ConversationRow): boolean {
  if (conversation.ai_mode === 'human') return true
  try {
    assertFunds(context, assistantQueries(context.db).byId(conversation.assistant_id)!)
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    recordActivity(tx, context, conversation, {
      kind: 'sms_not_sent',
      operatorId: null,
      data: { reason: encodeFault(error.fault) },
    })
    return false
  }
}

/** Text of the message in the conversation, with a note about attachments. */
function contentOf({ body, media }: InboundSms): string {
  const text = body.replaceAll('\0', '').toWellFormed().trim()
  const files = media === 1 ? '[1 file, which stays with the provider]' : undefined
  const added = media > 1 ? `[${media} files, which stay with the provider]` : files
  const content = [text, added].filter(Boolean).join('\n') || '[an empty message]'
  return [...content].slice(0, MAX_MESSAGE).join('')
}
