import { createHash } from 'node:crypto'
import { type Fault, fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { type StoredFiles, storeFiles } from '../../conversations/attachments/incoming.ts'
import { operatorEmailQueries } from '../operator-emails/queries.ts'
import { recordBounce } from './bounce.ts'
import { BLANK, type IncomingEmail } from './incoming.ts'
import { judge, type Verdict } from './judge.ts'
import { type TakeNeeds, takeMessage } from './message.ts'
import { takeOperatorReply } from './operator-reply.ts'
import { receivedQueries } from './queries.ts'
import { readEmail, readHead } from './read.ts'
import { listEmail, recordIgnored } from './record.ts'

/** Dependencies of receiving email. */
export type ReceiveNeeds = TakeNeeds &
  Pick<Context, 'attachments' | 'config' | 'installation' | 'log' | 'sleep' | 'write'>

/** Outcome of receiving an email; `repeated` if it had come in before. */
export interface Receipt {
  readonly status: 'taken' | 'bounce' | 'ignored' | 'repeated'
  /** True if it became a message, or was a delivery report; now or before. */
  readonly isTaken: boolean
  /** Reason why it became no message. */
  readonly reason?: Fault
}

const DAY_MS = 24 * 3_600_000

const NO_FILES: StoredFiles = { files: [], leftOut: [] }

/**
 * The only way in for email, whatever carried it: finds its conversation, or opens one, and stores it as the visitor's message.
 * The message, the record of it and the request for an answer are one transaction, so that an email is taken once however often
 * it is delivered. One that becomes no message is recorded with the reason.
 * @param raw the whole email (RFC 5322), or only its beginning if `isCut`
 */
export async function receiveEmail(
  context: ReceiveNeeds,
  raw: Uint8Array,
  { isCut = false }: { readonly isCut?: boolean } = {},
): Promise<Receipt> {
  const { db, config, log, write } = context
  const isTooLarge = isCut || raw.byteLength > config.limits.emailBytes
  const read = await (isTooLarge ? readHead(raw) : readEmail(context, raw)).catch(
    (error: unknown) => {
      log.warn({ err: error }, 'an email could not be read')
      return undefined
    },
  )
  const email = read ?? BLANK
  const key = keyOf(raw, email)
  const known = receivedQueries(db).known(key)
  if (known) return { status: 'repeated', isTaken: known.is_taken === 1 }
  const reason =
    read === undefined ? fault('email_unreadable') : isTooLarge ? tooLarge(context) : undefined
  const refused = reason && ({ kind: 'ignore', reason } as const)
  const verdict = refused ?? judge(context, email)
  const stored = isMessage(verdict)
    ? await storeFiles(context, email.files, roomFor(context, email))
    : NO_FILES
  return write((tx) => {
    // Something may have changed while the files were written.
    const now = refused ?? judge(context, email)
    const isTaken = isMessage(now) || now.kind === 'bounce'
    const same = receivedQueries(db).addKey(tx, key, isTaken)
    if (same) return { status: 'repeated', isTaken: same.is_taken === 1 }
    return { ...carryOut(tx, context, now, email, stored), isTaken }
  })
}

const isMessage = ({ kind }: Verdict): boolean =>
  kind === 'reply' || kind === 'open' || kind === 'operator'

const tooLarge = ({ config }: ReceiveNeeds) =>
  fault('email_too_large', { megabytes: Math.round(config.limits.emailBytes / 1024 / 1024) })

/** Identifies an email however often it is delivered: by its Message-ID and sender, or by all of it. */
function keyOf(raw: Uint8Array, { messageId, from = '' }: IncomingEmail): string {
  const hash = createHash('sha256')
  return (messageId === '' ? hash.update(raw) : hash.update(`${messageId}\n${from}`)).digest(
    'base64url',
  )
}

/** Bytes that an email's files may still have today. */
function roomFor({ config, db, now }: ReceiveNeeds, { from = '' }: IncomingEmail): number {
  const used = receivedQueries(db).bytesSince(from, now().getTime() - DAY_MS)
  const { emailFileBytesOfAddress, emailFileBytes } = config.limits
  return Math.max(0, Math.min(emailFileBytesOfAddress - used.ofAddress, emailFileBytes - used.all))
}

function carryOut(
  tx: Tx,
  context: ReceiveNeeds,
  verdict: Verdict,
  email: IncomingEmail,
  stored: StoredFiles,
): Omit<Receipt, 'isTaken'> {
  switch (verdict.kind) {
    case 'reply':
    case 'open':
      takeMessage(tx, context, verdict, email, stored)
      return { status: 'taken' }
    case 'operator':
      takeOperatorReply(tx, context, verdict, email, stored)
      return { status: 'taken' }
    case 'bounce':
      recordBounce(tx, context, verdict, email)
      return { status: 'bounce' }
    case 'unsubscribe': {
      receivedQueries(context.db).stop(tx, verdict.address, context.now())
      return listStop(tx, context, email)
    }
    case 'silence': {
      operatorEmailQueries(context.db).remove(tx, verdict.operatorId)
      // The list is for others, too, and the token works again once the emails are back.
      return listStop(tx, context, { ...email, subject: 'unsubscribe' })
    }
    case 'ignore':
      recordIgnored(tx, context, verdict, email)
      return { status: 'ignored', reason: verdict.reason }
  }
}

/** Lists an email that ended others. */
function listStop(tx: Tx, context: ReceiveNeeds, email: IncomingEmail): Omit<Receipt, 'isTaken'> {
  const reason = fault('email_unsubscribed')
  listEmail(tx, context, email, { status: 'ignored', reason })
  return { status: 'ignored', reason }
}
