import { z } from 'zod'

/* Enumerations that screens offer as filters and choices. */

export const ConversationType = z.enum(['test', 'widget', 'messenger', 'api'])
export type ConversationType = z.output<typeof ConversationType>

export const CallType = z.enum(['inbound', 'outbound', 'web'])
export type CallType = z.output<typeof CallType>

/** In lifecycle order; the allowed transitions are in docs/spec/decisions.md, section 4. */
export const CallStatus = z.enum([
  'initiated',
  'ringing',
  'busy',
  'in-progress',
  'ended',
  'completed',
  'ended_by_customer',
  'ended_by_assistant',
  'no-answer',
  'failed',
])
export type CallStatus = z.output<typeof CallStatus>

/** Kind of a call in reports: Sandbox calls count as practice, whatever their type. */
export const CallKind = z.enum([...CallType.options, 'sandbox'])
export type CallKind = z.output<typeof CallKind>

/**
 * Ways in which a call ends: the side that hung up, `limit` for the maximum duration or an exhausted balance, or the reason why
 * it was not answered; `unknown` for calls that were cut off or imported from another system.
 */
export const CallOutcome = z.enum([
  'customer',
  'assistant',
  'operator',
  'limit',
  'unknown',
  'busy',
  'no-answer',
  'failed',
])
export type CallOutcome = z.output<typeof CallOutcome>

/** The party that answered a call: a person, a machine such as voicemail, or unknown. */
export const AnsweredBy = z.enum(['human', 'machine', 'unknown'])
export type AnsweredBy = z.output<typeof AnsweredBy>

/** Allowed transitions are in docs/spec/decisions.md, sections 4 and 5. */
export const SmsStatus = z.enum(['queued', 'sent', 'delivered', 'undelivered', 'failed', 'unknown'])
export type SmsStatus = z.output<typeof SmsStatus>

/** Purpose of a template of the messaging channel. */
export const TemplateCategory = z.enum(['marketing', 'utility', 'authentication'])
export type TemplateCategory = z.output<typeof TemplateCategory>

/** Result of a template's review by its channel. */
export const TemplateStatus = z.enum(['approved', 'pending', 'rejected'])
export type TemplateStatus = z.output<typeof TemplateStatus>

/** Statuses of a message to a customer; allowed transitions are in docs/spec/family.md, section 7. */
export const MessengerStatus = z.enum([
  'queued',
  'sent',
  'delivered',
  'read',
  'undelivered',
  'failed',
  'unknown',
])
export type MessengerStatus = z.output<typeof MessengerStatus>

/**
 * `waiting`: tried again later; `sending`: handed over right now; `sandbox`: kept, because no mail server is set up; `unknown`: it may
 * have arrived, and is not sent again; `cancelled`: the visitor had read everything before it left.
 */
export const EmailStatus = z.enum([
  'waiting',
  'sending',
  'sent',
  'sandbox',
  'failed',
  'unknown',
  'cancelled',
])
export type EmailStatus = z.output<typeof EmailStatus>

/** `normal`: one of the account's numbers; `sip`: a SIP line; `caller_id`: a third party's number that may be shown to the called party. */
export const PhoneNumberType = z.enum(['normal', 'sip', 'caller_id'])
export type PhoneNumberType = z.output<typeof PhoneNumberType>

/** Subject of a ledger entry. */
export const Purpose = z.enum(['top_up', 'sms', 'messenger', 'call', 'llm', 'number'])
export type Purpose = z.output<typeof Purpose>

export const ToolMethod = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Status of a delivery: `preparing` until its payload is complete, `pending` before its next attempt, `dead` after its last one,
 * `blocked` if its address may not be called, `disabled` if deliveries to its endpoint are disabled.
 */
export const DeliveryStatus = z.enum([
  'preparing',
  'pending',
  'delivered',
  'dead',
  'blocked',
  'disabled',
])
export type DeliveryStatus = z.output<typeof DeliveryStatus>

/**
 * The first two are sent after the event, and so is `message_status` about a messenger sender's messages; `inbound_call` is a
 * request made before a call is connected. `rule_matched` is sent by rules.
 */
export const WebhookEvent = z.enum([
  'conversation_ended',
  'post_call',
  'inbound_call',
  'message_status',
  'rule_matched',
])
export type WebhookEvent = z.output<typeof WebhookEvent>

/** A kind of expectation about an answer in an assistant test. */
export const ExpectationKind = z.enum(['contains', 'lacks', 'calls_tool', 'extracts', 'judged'])
export type ExpectationKind = z.output<typeof ExpectationKind>

export const Mode = z.enum(['pipeline', 'multimodal', 'dualplex'])
export type Mode = z.output<typeof Mode>
