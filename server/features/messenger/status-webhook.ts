import { inEnglish } from '#contracts/catalogues.ts'
import { decodeFault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import { toIso } from '../../db/time.ts'
import type { Tx } from '../../db/write.ts'
import { providerCodeOf } from '../../providers/provider-error.ts'
import { conversationQueries } from '../conversations/queries.ts'
import { enqueueWebhook } from '../webhooks/enqueue.ts'
import type { Reply } from './chat-queries.ts'
import type { StoredMessage } from './queries.ts'
import { senderQueries } from './senders/queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'randomBytes'>

/**
 * Writes the webhook about a message's status to the outbox, if its sender has a URL for it (docs/spec/family.md, section 7).
 */
export function reportStatus(tx: Tx, context: Needs, message: StoredMessage, reply: Reply): void {
  const { db, now } = context
  const sender = senderQueries(db).byId(message.sender_id)!
  const { read_receipts_webhook_url: url } = sender
  if (url === null) return
  const { id, uuid, assistant_id, assistant_uuid } = conversationQueries(db).byId(reply.id)!
  const error = message.error === null ? undefined : decodeFault(message.error)
  const text = error ? inEnglish.translate(error) : null
  enqueueWebhook(tx, context, {
    userId: message.user_id,
    kind: 'message_status',
    url,
    assistantId: assistant_id,
    conversationId: id,
    senderId: sender.id,
    payload: {
      event: 'message_status',
      whatsapp_message_id: message.id,
      message_sid: message.sid,
      conversation_id: uuid,
      assistant_id: assistant_uuid,
      sender: {
        id: sender.id,
        phone_number: sender.phone_number,
        display_name: sender.display_name,
      },
      to: message.to_number,
      from: sender.phone_number,
      direction: 'outbound',
      status: message.status,
      error_code: error ? (providerCodeOf(error) ?? null) : null,
      error_message: text,
      error_description: text,
      timestamp: toIso(now().getTime()),
      provider_timestamp: null,
    },
  })
}
