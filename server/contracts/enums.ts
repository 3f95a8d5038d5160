import { z } from 'zod'

/*
 * Enumerations that screens offer as filters and choices.
 */

export const ConversationType = z.enum(['test', 'widget', 'messenger', 'api'])
export type ConversationType = z.output<typeof ConversationType>

export const CallType = z.enum(['inbound', 'outbound', 'web'])
export type CallType = z.output<typeof CallType>

/** In the order of a call's life; docs/spec/decisions.md, section 4, says which may follow which. */
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

/** Kind of a call in reports: calls of the Sandbox are practice, whatever their type. */
export const CallKind = z.enum([...CallType.options, 'sandbox'])
export type CallKind = z.output<typeof CallKind>

/**
 * Ways in which a call ends: who hung up, `limit` for the longest duration or the money, or why nobody took it; `unknown`
 * for one that was cut off, or comes from another system.
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

/** The party that took a call: a person, a voicemail or other machine, or unknown. */
export const AnsweredBy = z.enum(['human', 'machine', 'unknown'])
export type AnsweredBy = z.output<typeof AnsweredBy>

/** docs/spec/decisions.md, sections 4 and 5, say which may follow which. */
export const SmsStatus = z.enum(['queued', 'sent', 'delivered', 'undelivered', 'failed', 'unknown'])
export type SmsStatus = z.output<typeof SmsStatus>

/** A number of the account, a SIP line, or a number of somebody else's that may be shown to whoever is called. */
export const PhoneNumberType = z.enum(['normal', 'sip', 'caller_id'])
export type PhoneNumberType = z.output<typeof PhoneNumberType>

/** The subject of a ledger entry. */
export const Purpose = z.enum(['top_up', 'sms', 'call', 'llm'])
export type Purpose = z.output<typeof Purpose>

export const ToolMethod = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Status of a delivery: `preparing` until its payload is complete, `pending` before its next attempt, `dead` after its
 * last one, `blocked` when its address may not be called, `disabled` when its receiver is sent nothing more.
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

/** The first two are sent when something has happened, the last is asked before a call is connected. */
export const WebhookEvent = z.enum(['conversation_ended', 'post_call', 'inbound_call'])
export type WebhookEvent = z.output<typeof WebhookEvent>

/** An expectation that an assistant test can have of an answer. */
export const ExpectationKind = z.enum(['contains', 'lacks', 'calls_tool', 'extracts', 'judged'])
export type ExpectationKind = z.output<typeof ExpectationKind>

export const Mode = z.enum(['pipeline', 'multimodal', 'dualplex'])
export type Mode = z.output<typeof Mode>
