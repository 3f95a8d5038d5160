import type { Correction } from '#contracts/corrections.ts'
import type { Message } from '#contracts/messages.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { correctionQueries } from './queries.ts'

/** A message that an operator sent to the visitor. */
interface Sent {
  readonly conversationId: number
  readonly message: Pick<Message, 'id' | 'seq' | 'content'>
  readonly by: number
}

type Needs = Pick<Context, 'db' | 'now'>

/** Records that an operator changed a draft before they sent it. */
export function recordEdited(
  tx: Tx,
  context: Needs,
  { draft, ...sent }: Sent & { readonly draft: { readonly id: number; readonly content: string } },
): void {
  record(tx, context, 'edited', draft, sent)
}

/** Records that an operator replied themselves instead of sending the draft for the same message, if there was one. */
export function recordReplaced(tx: Tx, context: Needs, sent: Sent): void {
  const { conversationId, message } = sent
  const draft = correctionQueries(context.db).unsent(conversationId, message.seq - 1)
  if (draft) record(tx, context, 'replaced', draft, sent)
}

function record(
  tx: Tx,
  { db, now }: Needs,
  kind: Correction['kind'],
  draft: { readonly id: number; readonly content: string },
  { conversationId, message, by }: Sent,
): void {
  const written = draft.content.trim()
  if (written === '' || written === message.content.trim()) return
  correctionQueries(db).insert(tx, {
    kind,
    conversationId,
    proposalId: draft.id,
    messageId: message.id,
    operatorId: by,
    now: now().getTime(),
  })
}
