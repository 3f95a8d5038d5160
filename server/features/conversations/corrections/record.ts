import type { Correction } from '#contracts/corrections.ts'
import type { Message } from '#contracts/messages.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { correctionQueries, type WrittenIn } from './queries.ts'

/** A message that an operator sent to the visitor. */
interface Sent {
  readonly conversationId: number
  readonly message: Pick<Message, 'id' | 'seq' | 'content'>
  readonly by: number
}

type Needs = Pick<Context, 'db' | 'now'>

/** The assistant's text. */
interface Written {
  readonly in: WrittenIn
  readonly content: string
}

/** Records that an operator changed a draft, or an answer that they held, before they sent it. */
export function recordEdited(
  tx: Tx,
  context: Needs,
  { written, ...sent }: Sent & { readonly written: Written },
): void {
  record(tx, context, 'edited', written, sent)
}

/** Records that an operator replied themselves instead of sending the draft for the same message, or the rest of an answer, if there was one. */
export function recordReplaced(tx: Tx, context: Needs, sent: Sent): void {
  const { conversationId, message } = sent
  const corrections = correctionQueries(context.db)
  const place = { conversationId, afterSeq: message.seq - 1 }
  const draft = corrections.unsentDraft(place)
  const discarded = draft ? undefined : corrections.discarded(place)
  const written = draft
    ? { in: { proposalId: draft.id }, content: draft.content }
    : discarded && { in: { activityId: discarded.id }, content: discarded.content }
  if (written) record(tx, context, 'replaced', written, sent)
}

function record(
  tx: Tx,
  { db, now }: Needs,
  kind: Correction['kind'],
  written: Written,
  { conversationId, message, by }: Sent,
): void {
  const text = written.content.trim()
  if (text === '' || text === message.content.trim()) return
  correctionQueries(db).insert(tx, {
    kind,
    conversationId,
    writtenIn: written.in,
    messageId: message.id,
    operatorId: by,
    now: now().getTime(),
  })
}
