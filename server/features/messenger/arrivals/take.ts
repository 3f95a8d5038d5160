import { MAX_ATTACHMENT } from '#contracts/constants.ts'
import { encodeFault, fault } from '#contracts/faults.ts'
import type { JobPayload } from '#contracts/jobs.ts'
import type { Context } from '../../../context.ts'
import { type IncomingFile, storeFiles } from '../../conversations/attachments/incoming.ts'
import { isCustomerBlocked } from '../../conversations/blocks/blocked.ts'
import type { SayNeeds } from '../../conversations/turns/say.ts'
import { messengerChatQueries } from '../chat-queries.ts'
import { connectionQueries } from '../connection-queries.ts'
import { receiveMessage } from '../receive.ts'
import { roomFor } from '../room.ts'
import { type SenderRow, senderQueries } from '../senders/queries.ts'
import { type ArrivalRow, arrivalQueries } from './queries.ts'
import { contentOf } from './record.ts'

type Needs = SayNeeds &
  Pick<Context, 'attachments' | 'channels' | 'config' | 'log' | 'randomBytes' | 'storage' | 'write'>

/** Pauses after failures, ms; the last one is repeated. */
const RETRY_MS = [1000, 5000, 15_000, 60_000]

/** Times that the files of a message are tried; then it is taken without them. */
const FILE_ATTEMPTS = 3

/** Times that a message is tried; then it is left out, so that those behind it come in. */
const ATTEMPTS = 6

/**
 * Adds the messages of a customer that a service has handed over to their conversation, in order. Each is taken in the
 * transaction that removes it from those that wait: killed in between, it is taken again; repeated, it changes nothing.
 * @returns the time at which to go on, if one cannot be taken at the moment
 */
export async function takeArrivals(
  context: Needs,
  { sender_id: senderId, customer }: JobPayload<'messenger.take'>,
  signal: AbortSignal,
): Promise<Date | undefined> {
  const { db, log, now, storage, write } = context
  const arrivals = arrivalQueries(db)
  for (;;) {
    const arrival = arrivals.first(senderId, customer)
    if (!arrival || signal.aborted) return undefined
    let isTaken = false
    try {
      isTaken = await take(context, arrival, signal)
    } catch (error) {
      if (signal.aborted || storage.note(error) !== undefined) throw error
      log.error({ err: error, arrival: arrival.id }, 'a message of a customer could not be taken')
    }
    if (isTaken) continue
    if (arrival.attempts >= ATTEMPTS - 1) {
      const reason = encodeFault(fault('bot_update_unreadable'))
      await write((tx) => {
        arrivals.remove(tx, arrival.id)
        connectionQueries(db).ignored(tx, senderId, reason, now())
      })
      continue
    }
    await write((tx) => arrivals.failed(tx, arrival.id))
    return new Date(now().getTime() + RETRY_MS[Math.min(arrival.attempts, RETRY_MS.length - 1)]!)
  }
}

/** False if its files cannot be fetched at the moment; nothing was taken then. */
async function take(context: Needs, arrival: ArrivalRow, signal: AbortSignal): Promise<boolean> {
  const { db, jobs } = context
  const { sid, customer, sent_at: sentAt } = arrival
  const sender = senderQueries(db).byId(arrival.sender_id)!
  const { body, files, name } = contentOf(arrival.content)
  const mayFail = arrival.attempts < FILE_ATTEMPTS - 1
  const isLeftOut = isCustomerBlocked(context, sender.user_id, customer)
  const wanted = isLeftOut ? [] : files
  const fetched = await fetchFiles(context, sender, arrival, { files: wanted, mayFail, signal })
  if (!fetched) return false
  const stored = await storeFiles(context, fetched.files, fetched.room)
  const conversation = await receiveMessage(
    context,
    sender,
    { sid, from: customer, body, sentAt, customer: { name, username: null, language: null } },
    {
      stored: { ...stored, leftOut: [...stored.leftOut, ...fetched.missing] },
      also: (tx) => arrivalQueries(db).remove(tx, arrival.id),
    },
  )
  if (conversation) jobs.wake()
  return true
}

interface Fetching {
  readonly files: readonly { readonly id: string; readonly name: string }[]
  /** False to take the message without files that cannot be fetched at the moment. */
  readonly mayFail: boolean
  readonly signal: AbortSignal
}

/** Files of a message, and names of those that are too large or gone; undefined if they cannot be fetched at the moment. */
async function fetchFiles(
  context: Needs,
  sender: SenderRow,
  { sid, customer }: ArrivalRow,
  { files, mayFail, signal }: Fetching,
) {
  const fetched: IncomingFile[] = []
  const missing: string[] = []
  // Come again after a crash: its files are here.
  if (files.length === 0 || messengerChatQueries(context.db).isReceived(sender.id, sid))
    return { files: fetched, missing, room: 0 }
  const channel = context.channels.of(sender.channel)
  const room = roomFor(context, sender, customer)
  let left = room
  for (const { id, name } of files) {
    const max = Math.min(MAX_ATTACHMENT, left)
    const answer = await channel?.fetchFile?.(id, { max, signal })
    if (answer && 'failure' in answer && mayFail) return undefined
    const content = answer && 'content' in answer ? answer.content : undefined
    if (content) fetched.push({ name, content: new Uint8Array(content) })
    else missing.push(name)
    left -= content?.length ?? 0
  }
  return { files: fetched, missing, room }
}
