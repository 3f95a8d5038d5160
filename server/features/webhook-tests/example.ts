import type { AssistantWithLanguage } from '../assistants/queries.ts'
import type { StoredCall } from '../calls/queries.ts'
import type { MessageRow } from '../conversations/messages/queries.ts'
import type { ConversationRow } from '../conversations/queries.ts'
import type { VisitorDetails } from '../conversations/visitors/queries.ts'

/* A fictitious customer, for assistants without any conversations. All ids are 0, which is never a real one. */

const MINUTE_MS = 60_000

/** Example visitor. */
export const CUSTOMER: VisitorDetails = {
  name: 'Grace Hopper',
  email: 'grace@example.com',
  phone: '+12025550123',
}

const SAID = [
  ['assistant', 'Hello! How can I help you?'],
  ['visitor', 'When are you open?'],
  ['assistant', 'We are open from 9 to 18 every day.'],
] as const

/** Example chat. */
export function exampleMessages(now: Date): MessageRow[] {
  return SAID.map(([author, content], index) => ({
    id: 0,
    seq: index + 1,
    client_id: null,
    author,
    author_name: '',
    operator_id: null,
    author_picture: null,
    content,
    status: 'complete',
    created_at: now.getTime() - (SAID.length - index) * MINUTE_MS,
    attachments: null,
    sources: null,
    answers_seq: null,
  }))
}

/** A chat of three messages that has just ended. */
export function exampleConversation(assistant: AssistantWithLanguage, now: Date): ConversationRow {
  return {
    id: 0,
    uuid: '00000000-0000-4000-8000-000000000000',
    user_id: assistant.user_id,
    assistant_id: assistant.id,
    assistant_uuid: assistant.uuid,
    assistant_name: assistant.name,
    visitor_id: null,
    team_id: null,
    customer_identifier: null,
    type: 'widget',
    variables: assistant.variables,
    ai_enabled: 1,
    ai_mode: 'auto',
    ai_epoch: 1,
    ai_mode_by: null,
    ai_mode_by_name: null,
    ai_mode_at: null,
    message_count: SAID.length,
    unread_count: 0,
    total_cost: 0,
    assignee_id: null,
    snoozed_until: null,
    needs_person: 0,
    awaiting_reply_since: null,
    is_ai_only: 1,
    inbox_state: null,
    operator_read_seq: 0,
    visitor_read_seq: 0,
    stopped_seq: 0,
    acting_assistant_id: null,
    assistant_transfers: 0,
    ended_at: now.getTime(),
    rating: null,
    rating_comment: null,
    created_at: now.getTime() - SAID.length * MINUTE_MS,
    updated_at: now.getTime(),
  }
}

/** A one-minute call that has just ended. */
export function exampleCall(assistant: AssistantWithLanguage, now: Date): StoredCall {
  const [began, ended] = [now.getTime() - MINUTE_MS, now.getTime()]
  return {
    id: 0,
    user_id: assistant.user_id,
    assistant_id: assistant.id,
    campaign_id: null,
    lead_id: null,
    type: assistant.type,
    status: 'completed',
    assistant_phone_number: '+12025550100',
    client_phone_number: CUSTOMER.phone,
    duration: 60,
    transcript: SAID.map(
      ([author, text]) => `${author === 'visitor' ? 'Customer' : 'AI'}: ${text}`,
    ).join('\n'),
    variables: assistant.variables,
    input_variables: assistant.variables,
    evaluation: '{}',
    answered_by: 'human',
    recording: null,
    provider: 'sandbox',
    conversation_id: null,
    acting_assistant_id: null,
    assistant_transfers: 0,
    minute_price: 0,
    max_duration: assistant.max_duration,
    turn_count: SAID.length,
    dialled_at: began,
    ringing_at: began,
    answered_at: began,
    ended_at: ended,
    ended_by: 'customer',
    completed_at: ended,
    created_at: began,
    updated_at: ended,
  }
}
