import type { JsonObject } from '#contracts/scalars.ts'
import { toZonedIso } from '../../db/time.ts'
import type { AssistantRow } from '../assistants/row.ts'
import { presentTurn } from './messages/present.ts'
import type { MessageRow } from './messages/queries.ts'
import type { MessengerSender } from './messenger-sender-queries.ts'
import type { ConversationRow } from './queries.ts'
import type { VisitorDetails } from './visitors/queries.ts'

/** Payload of the conversation-ended webhook (docs/spec/decisions.md, section 6), in this order. */
export interface EndedPayload {
  readonly event: 'conversation_ended'
  readonly conversation_id: string
  readonly id: number
  readonly assistant_id: string
  readonly type: ConversationRow['type']
  readonly message_count: number
  readonly status: 'ended'
  readonly extracted_variables: JsonObject
  readonly input_variables: JsonObject
  readonly transcript: readonly {
    readonly role: 'user' | 'assistant'
    readonly content: string
    readonly timestamp: string
    /** Seconds since 1970. */
    readonly timestamp_unix: number
  }[]
  readonly formatted_transcript: string
  readonly customer_phone: string | null
  readonly customer_name: string | null
  readonly customer_email: string | null
  /** The sender for `messenger`, the customer's id for `api`. */
  readonly sender: string | MessengerSender | null
  readonly attachments: readonly never[]
  readonly created_at: string
  readonly ended_at: string
}

interface Ended {
  readonly conversation: ConversationRow
  readonly assistant: Pick<AssistantRow, 'timezone'>
  readonly messages: readonly MessageRow[]
  readonly customer: VisitorDetails
  /** Of a messenger conversation. */
  readonly sender?: MessengerSender | undefined
}

/** The payload without the extracted values. */
export function endedPayload(ended: Ended): EndedPayload {
  const { conversation, assistant, messages, customer, sender } = ended
  const time = (ms: number) => toZonedIso(ms, assistant.timezone)
  const transcript = messages.map((row) => ({
    ...presentTurn(row),
    timestamp: time(row.created_at),
    timestamp_unix: Math.floor(row.created_at / 1000),
  }))
  return {
    event: 'conversation_ended',
    conversation_id: conversation.uuid,
    id: conversation.id,
    assistant_id: conversation.assistant_uuid,
    type: conversation.type,
    message_count: conversation.message_count,
    status: 'ended',
    extracted_variables: {},
    input_variables: JSON.parse(conversation.variables),
    transcript,
    formatted_transcript: transcript.map(printTurn).join('\n'),
    customer_phone: customer.phone,
    customer_name: customer.name,
    customer_email: customer.email,
    sender: sender ?? conversation.customer_identifier,
    attachments: [],
    created_at: time(conversation.created_at),
    ended_at: time(conversation.ended_at!),
  }
}

const printTurn = ({ role, content }: EndedPayload['transcript'][number]): string =>
  `${role === 'user' ? 'Customer' : 'AI'}: ${content}`
