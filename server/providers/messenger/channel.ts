import type { TemplateStatus } from '#contracts/enums.ts'
import type { Fault } from '#contracts/faults.ts'
import type { Sent } from '../sms/provider.ts'

/** A message to be sent. Numbers are E.164. */
export interface OutgoingMessage {
  /** Parley's own id of the message, unique and stable across retries. */
  readonly reference: string
  readonly from: string
  readonly to: string
  readonly body: string
  /** ms since 1970. */
  readonly createdAt: number
}

/** A message to look up at its channel. */
export interface QuestionedMessage extends OutgoingMessage {
  /** Null if the channel's response never arrived. */
  readonly sid: string | null
  /** Time since the channel accepted it, or since it was created, ms. */
  readonly age: number
}

/** Delivery state reported by a channel. */
export type Receipt =
  | {
      readonly result: 'found'
      readonly sid: string
      readonly status: 'sent' | 'delivered' | 'read' | 'undelivered' | 'failed'
      readonly error?: Fault | undefined
    }
  /** The channel has no such message: it was never sent. */
  | { readonly result: 'absent' }
  /** The channel cannot be reached, or does not know yet. */
  | { readonly result: 'unclear'; readonly error: Fault }

/** A template under review. */
export interface SubmittedTemplate {
  readonly name: string
  readonly body: string
  /** ms since 1970. */
  readonly createdAt: number
}

/** A message that a channel received from a customer. Numbers are E.164. */
export interface IncomingMessage {
  /** The channel's id of the message, the same for every repetition. */
  readonly sid: string
  readonly from: string
  readonly body: string
}

/** A way to exchange messages with customers, such as the Sandbox. */
export interface Channel {
  /** Stored with each sender and message, so that only its own channel is asked about it. */
  readonly name: string
  /** Reason why nothing can be sent at the moment; undefined if sending works. */
  readonly fault?: Fault | undefined
  readonly capabilities: {
    /** Free texts may be sent for this long after the customer's last message, ms. */
    readonly windowMs: number
    /** Maximum length of a message, in code points. */
    readonly maxLength: number
    /** Messages of customers can be played. */
    readonly isPlayed: boolean
  }
  /** Quality and limit of a new sender. */
  readonly newSender: {
    readonly quality: 'GREEN' | 'YELLOW' | 'RED'
    /** Recipients within 24 hours; null without a limit. */
    readonly limit: number | null
  }
  /** Times after sending at which to ask for receipts, ms; empty if the channel reports by itself. */
  readonly followUps: readonly number[]
  /** Sends a message, once. An exception counts as unknown. */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<Sent>
  /** Looks up a message. */
  lookup(message: QuestionedMessage, signal: AbortSignal): Promise<Receipt>
  /** Asks for the review of a template: its result, or the time at which to ask again. */
  review(template: SubmittedTemplate, now: Date): Promise<Exclude<TemplateStatus, 'pending'> | Date>
}
