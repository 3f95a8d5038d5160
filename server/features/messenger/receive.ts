import { encodeFault, fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import type { IncomingMessage } from '../../providers/messenger/channel.ts'
import { recordActivity } from '../conversations/activities/record.ts'
import { attachFiles, type StoredFiles } from '../conversations/attachments/incoming.ts'
import { isCustomerBlocked } from '../conversations/blocks/blocked.ts'
import type { ConversationRow } from '../conversations/queries.ts'
import { initialMessage } from '../conversations/start.ts'
import type { SayNeeds } from '../conversations/turns/say.ts'
import { hear, obeyStop } from '../sms/chat/hear.ts'
import { messengerChatQueries } from './chat-queries.ts'
import { knownPlace, noteCustomer, type Place, placeFor, setFor } from './place.ts'
import type { SenderRow } from './senders/queries.ts'

type Needs = SayNeeds & Pick<Context, 'channels' | 'config' | 'log' | 'randomBytes' | 'write'>

interface Received {
  /** Files that came with it, on the disk but not yet part of a message. */
  readonly stored?: StoredFiles
  /** Done in the transaction of the message, whatever becomes of it. */
  readonly also?: (tx: Tx) => void
}

/**
 * Receives a message from a customer, once: storing it in the conversation, opening the window and requesting an answer are
 * one transaction.
 * @returns the conversation; undefined for an account without any assistant, and a blocked sender
 */
export async function receiveMessage(
  context: Needs,
  sender: SenderRow,
  incoming: IncomingMessage,
  { stored, also }: Received = {},
): Promise<ConversationRow | undefined> {
  const { db, now, write } = context
  const { sid, from: customer, replaces, sentAt } = incoming
  return await write((tx) => {
    also?.(tx)
    const chats = messengerChatQueries(db)
    const known = knownPlace(context, sender, customer)
    if (!chats.receive(tx, sender.id, sid, now())) return known?.conversation
    const original = replaces === undefined ? undefined : chats.original(sender.id, replaces)
    // Channels also report changes that nobody sees.
    if (original?.content === contentOf(incoming, stored)) return known?.conversation
    const place = placeIn(tx, context, sender, incoming, known)
    if (!place) return undefined
    const conversation = noteCustomer(tx, context, sender, place, sentAt)
    const by = { conversationId: conversation.id, operatorId: null }
    const id = hear(tx, context, conversation, {
      customer,
      content: contentOf(incoming, stored),
      written: incoming.body,
      by: 'messenger',
      attachmentIds: attachFiles(tx, context, by, stored?.files ?? []),
      isAnswered: mayBeAnswered(tx, context, sender, conversation),
      greeting: incoming.isOpening ? greetingOf(context, sender, conversation) : undefined,
    })
    chats.became(tx, sender.id, sid, id)
    if (original) {
      // The next change is compared with this version.
      chats.became(tx, sender.id, replaces!, id)
      recordActivity(tx, context, conversation, { kind: 'messenger_edited', operatorId: null })
    }
    return conversation
  })
}

/** The conversation that a message belongs to, created if there is none; undefined if it is left out. */
function placeIn(
  tx: Tx,
  context: Needs,
  sender: SenderRow,
  incoming: IncomingMessage,
  known: Place | undefined,
): Place | undefined {
  if (isLeftOut(tx, context, sender, incoming)) return undefined
  const place = known ?? placeFor(tx, context, sender, incoming.from, incoming.customer)
  if (!place) context.log.warn('a message came in for an account without assistants')
  return place
}

/** Leaves out the message of a blocked sender; STOP is obeyed whoever wrote it. */
function isLeftOut(
  tx: Tx,
  context: Needs,
  sender: SenderRow,
  { from: customer, body: written }: IncomingMessage,
): boolean {
  if (!isCustomerBlocked(context, sender.user_id, customer)) return false
  obeyStop(tx, context, sender.user_id, { customer, written })
  context.log.info('a message of a blocked sender was left out')
  return true
}

const HOUR_MS = 3_600_000

/** Reports whether the assistant may answer yet another message; the first one that it may not is said in the conversation. */
function mayBeAnswered(
  tx: Tx,
  context: Needs,
  { channel }: SenderRow,
  conversation: ConversationRow,
): boolean {
  const { channels, config, db, now } = context
  // An operator plays the customer.
  if (channels.ofOrCurrent(channel).capabilities.isPlayed) return true
  const max = config.limits.messengerAnsweredOfCustomer
  const since = now().getTime() - HOUR_MS
  const count = messengerChatQueries(db).written(conversation.id, since, max + 1)
  if (count === max)
    recordActivity(tx, context, conversation, {
      kind: 'messenger_not_sent',
      operatorId: null,
      data: { reason: encodeFault(fault('messenger_too_many', { max })) },
    })
  return count < max
}

/** Its text, and what was left out of it. */
function contentOf({ body }: IncomingMessage, stored: StoredFiles | undefined): string {
  const names = stored?.leftOut ?? []
  const notes = names.map((name) => `[${name}]`)
  const content = [body, ...notes].filter((line) => line !== '').join('\n')
  return content === '' && (stored?.files.length ?? 0) === 0 ? '…' : content
}

/** The initial message of the assistant that answers; undefined if it has none. */
function greetingOf(context: Needs, sender: SenderRow, { variables }: ConversationRow) {
  const assistant = setFor(context, sender)
  if (assistant?.status !== 'active') return undefined
  const own = () => JSON.parse(variables)
  const content = initialMessage(assistant, own, context.now()).trim()
  return content === '' ? undefined : { by: assistant.name, content }
}
