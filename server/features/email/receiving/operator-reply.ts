import type { Tx } from '../../../db/write.ts'
import { recordActivity } from '../../conversations/activities/record.ts'
import { attachFiles, type StoredFiles } from '../../conversations/attachments/incoming.ts'
import { replyAsOperator } from '../../conversations/reply.ts'

import type { IncomingEmail } from './incoming.ts'
import type { OperatorReply } from './judge.ts'
import { cut, MAX_KEPT, type TakeNeeds } from './message.ts'
import { listEmail } from './record.ts'
import { ownText } from './visible-text.ts'

/**
 * Posts an operator's email as their reply in the conversation, as if they had written it at the desk. What it quotes is never
 * posted: the email that it answers is not meant for the visitor.
 */
export function takeOperatorReply(
  tx: Tx,
  context: TakeNeeds,
  { conversation, operator }: OperatorReply,
  email: IncomingEmail,
  { files, leftOut }: StoredFiles,
): void {
  const { id: operatorId, name } = operator
  const place = { conversationId: conversation.id, operatorId }
  const attachmentIds = attachFiles(tx, context, place, files)
  const content = cut(ownText(email.text), context.config.limits.emailTextChars)
  const by = { operatorId, name, isPerson: true }
  replyAsOperator(tx, context, conversation, by, { content, attachmentIds })
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const text = cut(email.text, MAX_KEPT)
  const id = listEmail(tx, context, email, { status: 'taken', conversation, text, leftOut, bytes })
  recordActivity(tx, context, conversation, {
    kind: 'email_received',
    operatorId,
    data: {
      email_id: id,
      address: email.from!,
      dmarc: email.authentication.dmarc,
      left_out: [...leftOut],
    },
  })
}
