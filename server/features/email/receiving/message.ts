import type { Context } from '../../../context.ts'
import { newUuid } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { recordActivity } from '../../conversations/activities/record.ts'
import { attachFiles, type StoredFiles } from '../../conversations/attachments/incoming.ts'
import type { ConversationRow } from '../../conversations/queries.ts'
import { startConversation } from '../../conversations/start.ts'
import { type SayNeeds, say } from '../../conversations/turns/say.ts'
import { visitorQueries } from '../../conversations/visitors/queries.ts'
import type { IncomingEmail } from './incoming.ts'
import type { Verdict } from './judge.ts'
import { receivedQueries } from './queries.ts'
import { listEmail } from './record.ts'
import { visibleText } from './visible-text.ts'

export type TakeNeeds = SayNeeds & Pick<Context, 'config' | 'liveCalls' | 'randomBytes'>

type Wanted = Extract<Verdict, { readonly kind: 'reply' | 'open' }>

const HOUR_MS = 3_600_000

/** Stores an email as a message of its conversation's visitor, and asks for an answer as for one written in the chat. */
export function takeMessage(
  tx: Tx,
  context: TakeNeeds,
  verdict: Wanted,
  email: IncomingEmail,
  { files, leftOut }: StoredFiles,
): void {
  const { config, db, liveCalls, now } = context
  const received = receivedQueries(db)
  const address = email.from!
  const time = now().getTime()
  const conversation =
    verdict.kind === 'reply' ? verdict.conversation : open(tx, context, verdict.assistant, email)
  const call = liveCalls.ofConversation(conversation.id)
  // Programs that answer each other without saying so stop here.
  const isAnswered =
    received.takenFrom(address, time - HOUR_MS) < config.limits.emailsAnsweredOfAddress
  const content = cut(visibleText(email.text), config.limits.emailTextChars)
  const { message } = say(tx, context, conversation, {
    content,
    attachmentIds: attachFiles(
      tx,
      context,
      { conversationId: conversation.id, operatorId: null },
      files,
    ),
    isOnCall: call !== undefined,
    isAnswered,
  })
  received.putThread(tx, {
    id: conversation.id,
    seq: message.seq,
    messageId: email.messageId,
    subject: verdict.kind === 'open' ? email.subject : null,
  })
  received.reached(tx, conversation.user_id, address)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const text = cut(email.text, MAX_KEPT)
  const id = listEmail(tx, context, email, { status: 'taken', conversation, text, leftOut, bytes })
  recordActivity(tx, context, conversation, {
    kind: 'email_received',
    operatorId: null,
    data: {
      email_id: id,
      address,
      dmarc: email.authentication.dmarc,
      left_out: [...leftOut],
      is_answered: isAnswered,
    },
  })
  tx.afterCommit(() => call?.typed(content))
}

/** Maximum length of the whole text that is kept, code points. */
export const MAX_KEPT = 50_000

/** A text of at most so many code points. */
export const cut = (text: string, length: number): string => {
  // A code point has at most two UTF-16 units.
  if (text.length <= length) return text
  return [...text.slice(0, 2 * length)].slice(0, length).join('')
}

/** Opens a conversation with somebody who is known by their address only. */
function open(
  tx: Tx,
  context: TakeNeeds,
  assistant: Extract<Wanted, { readonly kind: 'open' }>['assistant'],
  { from, name }: IncomingEmail,
): ConversationRow {
  const { db, now } = context
  const visitor = visitorQueries(db).insert(tx, {
    uuid: newUuid(context),
    userId: assistant.user_id,
    assistantId: assistant.id,
    pageUrl: null,
    pageTitle: null,
    userAgent: null,
    language: null,
    timezone: null,
    now: now().getTime(),
  })
  const row = startConversation(tx, context, {
    assistant,
    type: 'widget',
    variables: { customer_email: from!, ...(name !== '' && { customer_name: name }) },
    visitorId: visitor.id,
    isGreeted: false,
  })
  // An assistant may have variables of these names.
  visitorQueries(db).describe(tx, visitor.id, { name: name || null, email: from!, phone: null })
  return row
}
