import { MAX_ATTACHMENT } from '#contracts/constants.ts'
import { encodeFault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { BotAccount, BotFailure, BotNeeds } from '../../../providers/messenger/bot-api/call.ts'
import { chatAddress } from '../../../providers/messenger/bot-api/channel.ts'
import { downloadFile } from '../../../providers/messenger/bot-api/download.ts'
import type { BotMessage, BotUpdate } from '../../../providers/messenger/bot-api/updates.ts'
import type { IncomingMessage } from '../../../providers/messenger/channel.ts'
import { type IncomingFile, storeFiles } from '../../conversations/attachments/incoming.ts'
import { isCustomerBlocked } from '../../conversations/blocks/blocked.ts'
import type { SayNeeds } from '../../conversations/turns/say.ts'
import { messengerChatQueries } from '../chat-queries.ts'
import { receiveMessage } from '../receive.ts'
import { roomFor } from '../room.ts'
import { type SenderRow, senderQueries } from '../senders/queries.ts'
import { botQueries } from './queries.ts'

export type TakeNeeds = SayNeeds &
  BotNeeds &
  Pick<Context, 'attachments' | 'channels' | 'log' | 'randomBytes' | 'write'>

interface Source {
  readonly account: BotAccount
  readonly signal: AbortSignal
  /** False to take the message without files that cannot be fetched at the moment. */
  readonly mayFail: boolean
}

/**
 * Takes an update: a message becomes one of its conversation, in one transaction with the note that the update was dealt with.
 * Killed in between, the update comes again; repeated, it changes nothing.
 * @returns why its files cannot be fetched at the moment; nothing was taken then
 */
export async function takeUpdate(
  context: TakeNeeds,
  senderId: number,
  update: BotUpdate,
  source: Source,
): Promise<BotFailure | undefined> {
  const { db, jobs, now, write } = context
  const bots = botQueries(db)
  const sender = senderQueries(db).byId(senderId)!
  if (update.kind === 'ignored') {
    await write((tx) => {
      bots.ignored(tx, senderId, encodeFault(update.reason), now())
      bots.advance(tx, senderId, update.id, now())
    })
    return undefined
  }
  const { message } = update
  const isNew = update.kind === 'written'
  const isLeftOut = isCustomerBlocked(context, sender.user_id, chatAddress(message.chat))
  const fetched =
    isNew && !isLeftOut ? await fetchFiles(context, sender, message, source) : { files: [] }
  if (fetched.failure) return fetched.failure
  const free = fetched.files.length === 0 ? 0 : roomFor(context, sender, chatAddress(message.chat))
  const stored = await storeFiles(context, fetched.files, free)
  const conversation = await receiveMessage(
    context,
    sender,
    incomingOf(update.id, isNew, message),
    {
      stored: { ...stored, leftOut: [...stored.leftOut, ...(fetched.missing ?? [])] },
      also: (tx) => bots.advance(tx, senderId, update.id, now()),
    },
  )
  if (conversation) jobs.wake()
  return undefined
}

function incomingOf(updateId: number, isNew: boolean, message: BotMessage): IncomingMessage {
  const { id, chat, name, username, language, text } = message
  const sid = `${chat}:${id}`
  return {
    sid: isNew ? sid : `${sid}:${updateId}`,
    ...(!isNew && { replaces: sid }),
    from: chatAddress(chat),
    body: text,
    isOpening: /^\/start(?:\s|$)/.test(text),
    customer: { name: name || null, username: username ?? null, language: language ?? null },
  }
}

interface Fetched {
  readonly files: readonly IncomingFile[]
  /** Names of those that are too large, or that the service no longer has. */
  readonly missing?: readonly string[]
  readonly failure?: BotFailure
}

async function fetchFiles(
  context: TakeNeeds,
  sender: SenderRow,
  message: BotMessage,
  { account, signal, mayFail }: Source,
): Promise<Fetched> {
  // The free space is a sum over the sender's customers.
  if (message.files.length === 0) return { files: [] }
  // Come again after a crash or a repetition: its files are here.
  if (messengerChatQueries(context.db).isReceived(sender.id, `${message.chat}:${message.id}`))
    return { files: [] }
  const files: IncomingFile[] = []
  const missing: string[] = []
  let left = roomFor(context, sender, chatAddress(message.chat))
  for (const file of message.files) {
    const max = Math.min(MAX_ATTACHMENT, left)
    const answer = await downloadFile(context, account, file, { max, signal })
    if ('failure' in answer && mayFail) return { files: [], failure: answer.failure }
    const content = 'content' in answer ? answer.content : undefined
    if (content) files.push({ name: file.name, content: new Uint8Array(content) })
    else missing.push(file.name)
    left -= content?.length ?? 0
  }
  return { files, missing }
}
