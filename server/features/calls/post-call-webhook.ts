import type { CallStatus } from '#contracts/enums.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../context.ts'
import { toZonedIso } from '../../db/time.ts'
import type { Tx } from '../../db/write.ts'
import { type AssistantWithLanguage, assistantQueries } from '../assistants/queries.ts'
import { enqueueWebhook } from '../webhooks/enqueue.ts'
import { leadAndCampaign } from './campaigns/in-webhook.ts'
import { recordingUrl } from './present.ts'
import type { StoredCall } from './queries.ts'
import { isLive } from './states.ts'
import { transferQueries } from './telephone/transfer-queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'randomBytes' | 'origin'>

type WebhookSettings = Pick<
  AssistantWithLanguage,
  'is_webhook_active' | 'webhook_url' | 'send_webhook_only_on_completed'
>

/**
 * Puts the post-call webhook of a call that has just reached this status into the outbox, where the assistant wants
 * one. The second call of a transfer is none of its conversations.
 */
export function sendPostCallWebhook(
  tx: Tx,
  context: Needs,
  call: StoredCall,
  extracted: JsonObject,
): void {
  const assistant = assistantQueries(context.db).byId(call.assistant_id)
  if (!assistant?.webhook_url || !wantsWebhook(assistant, call.status)) return
  if (transferQueries(context.db).ofLeg(call.id)) return
  enqueueWebhook(tx, context, {
    userId: call.user_id,
    kind: 'post_call',
    url: assistant.webhook_url,
    payload: postCallPayload(context, call, assistant, extracted),
    assistantId: assistant.id,
    callId: call.id,
  })
}

/** Reports whether an assistant wants its webhook for a call of this status: an ended one, or only completed ones. */
export function wantsWebhook(
  { is_webhook_active, webhook_url, send_webhook_only_on_completed }: WebhookSettings,
  status: CallStatus,
): boolean {
  if (is_webhook_active === 0 || webhook_url === null) return false
  if (status === 'completed') return true
  const isUnanswered = !isLive(status) && !status.startsWith('ended')
  return isUnanswered && send_webhook_only_on_completed === 0
}

/** The payload, key by key as docs/spec/decisions.md, section 6, names them. */
export function postCallPayload(
  { db, now, origin }: Pick<Context, 'db' | 'now' | 'origin'>,
  call: StoredCall,
  assistant: AssistantWithLanguage,
  extracted: JsonObject,
): JsonObject {
  const recording = call.recording === null ? null : recordingUrl(call.recording, origin())
  const at = (ms: number) => toZonedIso(ms, assistant.timezone)
  return {
    event: 'post_call',
    id: call.id,
    customer_phone: call.client_phone_number,
    assistant_phone: call.assistant_phone_number,
    duration: call.duration,
    status: call.status,
    extracted_variables: extracted,
    input_variables: JSON.parse(call.input_variables) as JsonObject,
    transcript: call.transcript,
    ...(assistant.include_recording_in_webhook === 1 && { recording_url: recording }),
    created_at: at(call.created_at),
    finished_at: at(call.ended_at ?? now().getTime()),
    ...leadAndCampaign({ db }, call),
  }
}
