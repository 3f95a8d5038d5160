import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Attachment } from '#contracts/attachment-fields.ts'
import { type Fault, fault } from '#contracts/faults.ts'
import { withoutPictures } from '#contracts/pictures.ts'
import { type Context, randomShare } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import type { OutgoingFile } from '../../providers/messenger/channel.ts'
import { recordLostReply } from '../sms/record-lost-reply.ts'
import { messengerChatQueries, type Reply } from './chat-queries.ts'
import { recordOutcome } from './outcome.ts'
import { messengerQueries, type StoredMessage } from './queries.ts'
import { assertReachable, carry, type Destination, destinationOf, openMessage } from './send.ts'
import { type SenderRow, senderQueries } from './senders/queries.ts'
import { splitText } from './split.ts'
import { isWindowOpen } from './window.ts'

type Needs = Parameters<typeof carry>[0] & Pick<Context, 'attachments'>

/** Time for which a message is kept that its channel wants later, ms. */
const PATIENCE_MS = 3_600_000

/**
 * Sends a reply of an assistant or operator to the customer: its text, then its files, each part once. If a part cannot be sent,
 * the conversation says so, and the rest is not sent either.
 * @returns the time at which to go on, if the channel asked to wait
 */
export async function replyToCustomer(
  context: Needs,
  messageId: number,
  stopping: AbortSignal,
): Promise<Date | undefined> {
  const { channels, db, now } = context
  const reply = messengerChatQueries(db).reply(messageId)
  const sender = reply && senderQueries(db).byId(reply.sender_id)
  if (!sender) return undefined
  const { maxLength } = channels.ofOrCurrent(sender.channel).capabilities
  const parts = partsOf(context, reply, maxLength)
  for (const part of parts) {
    if (stopping.aborted) return undefined
    const known = messengerQueries(db).part(messageId, part.part)
    // Sent by a program, which was told; or before a crash.
    if (known?.status === 'failed') return undefined
    // A program is sending it at the moment; what follows comes after it.
    if (isUnderWay(known) && parts.length > 1) return new Date(now().getTime() + WAIT_MS)
    if (known && !known.is_owed) continue
    const again = await sendPart(context, sender, reply, part, known)
    if (again !== 'next') return again
  }
  return undefined
}

const isUnderWay = (known: StoredMessage | undefined): boolean =>
  known?.status === 'queued' && known.is_owed === 0

/** The time at which to go on, if the channel asked to wait; undefined if the rest is not sent. */
async function sendPart(
  context: Needs,
  sender: SenderRow,
  reply: Reply,
  part: Part,
  known: StoredMessage | undefined,
): Promise<Date | undefined | 'next'> {
  const { refusal, retryAfterSeconds } = await send(context, sender, reply, part, known)
  if (retryAfterSeconds !== undefined) {
    const wait = retryAfterSeconds * 1000 * (1 + randomShare(context) / 4)
    return new Date(context.now().getTime() + wait)
  }
  if (!refusal) return 'next'
  const loss = { kind: 'messenger_not_sent', reason: refusal } as const
  await context.write((tx) => recordLostReply(tx, context, reply, loss))
  return undefined
}

/** Pause before it is looked again whether a program has sent the first part, ms. */
const WAIT_MS = 500

interface Part {
  readonly part: number
  readonly body: string
  readonly file?: OutgoingFile
}

function partsOf({ attachments }: Needs, reply: Reply, maxLength: number): Part[] {
  const texts = splitText(withoutPictures(reply.content), maxLength).map((body) => ({ body }))
  const files = (JSON.parse(reply.attachments ?? '[]') as Attachment[]).map(
    ({ name, media_type, url }) => {
      const read = () => readFile(path.join(attachments.folder(), path.basename(url)))
      return { body: name, file: { name, mediaType: media_type, path: url, read } }
    },
  )
  return [...texts, ...files].map((each, part) => ({ ...each, part }))
}

interface Result {
  /** Reason why it is not sent, or may not be. */
  readonly refusal?: Fault | undefined
  /** Wait after which it is to be sent, s. */
  readonly retryAfterSeconds?: number | undefined
}

/** Sends one part, or goes on with one that was to be sent later. */
async function send(
  context: Needs,
  sender: SenderRow,
  reply: Reply,
  { part, body, file }: Part,
  known: StoredMessage | undefined,
): Promise<Result> {
  const { channels, db, now, write } = context
  const checked = (): Destination => {
    if (sender.status === 'offline' || !senderQueries(db).find(sender.user_id, sender.id))
      throw new AppError('sender_offline')
    const destination = destinationOf(context, sender, reply.customer)
    const channel = channels.ofOrCurrent(sender.channel)
    const chat = messengerChatQueries(db).ofConversation(reply.id)
    if (!isWindowOpen(channel, chat, now())) throw new AppError('session_expired')
    assertReachable(context, sender, destination.to)
    return destination
  }
  const open = (tx: Tx) => {
    const destination = checked()
    // Inserted with the reservation, so that a crash cannot cause it to be sent twice.
    return openMessage(tx, context, {
      ...destination,
      sender,
      messageId: reply.message_id,
      part,
      body,
      isOwed: true,
    })
  }
  try {
    if (known) checked()
    const opened = known ?? (await write(open))
    const { sent, message } = await carry(context, sender, opened, {
      file,
      isMarkdown: reply.author === 'assistant',
      mayWait: now().getTime() - opened.created_at < PATIENCE_MS,
    })
    if (message.status === 'queued' && sent.result === 'refused')
      return { retryAfterSeconds: sent.retryAfterSeconds }
    if (sent.result === 'refused') return { refusal: sent.error }
    return {
      refusal:
        sent.result === 'unknown' ? fault('sms_outcome_unknown', { id: message.id }) : undefined,
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { fault: reason } = error
    if (known)
      await write((tx) => recordOutcome(tx, context, known.id, { status: 'failed', error: reason }))
    return { refusal: reason }
  }
}
