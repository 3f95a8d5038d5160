import type { Fault } from '#contracts/faults.ts'
/** A text message to be sent. Numbers are E.164. */
export interface OutgoingSms {
  /** Parley's own id of the message, unique and stable across retries. */
  readonly reference: string
  readonly from: string
  readonly to: string
  readonly body: string
  /** ms since 1970. */
  readonly createdAt: number
}

/** Outcome of a send. Errors are shown to the account, so they contain no secrets. */
export type Sent =
  /** The provider accepted it. `segments` are those it bills, if reported. */
  | { readonly result: 'accepted'; readonly sid: string; readonly segments?: number | undefined }
  /** Nothing was sent for certain: the connection was refused, or the provider responded with a definite refusal (4xx). */
  | {
      readonly result: 'refused'
      readonly error: Fault
      /** Wait requested by the provider (429), s. */
      readonly retryAfterSeconds?: number | undefined
    }
  /** It may have been sent: a timeout, a 5xx, an invalid response. */
  | { readonly result: 'unknown'; readonly error: Fault }

/** Delivery state reported by the provider. */
export type Found =
  | {
      readonly result: 'found'
      readonly sid: string
      readonly status: 'sent' | 'delivered' | 'undelivered' | 'failed'
      readonly segments?: number | undefined
      readonly error?: Fault | undefined
    }
  /** The provider has no such message: it was never sent. */
  | { readonly result: 'absent' }
  /** The provider cannot be reached, or does not know yet. */
  | { readonly result: 'unclear'; readonly error: Fault }

/** A message to look up at a provider. */
export interface QuestionedSms extends OutgoingSms {
  /** Null if the provider's response never arrived. */
  readonly sid: string | null
  /** Reports whether another message in the database already has this sid. */
  isTaken(sid: string): boolean
}

/** A provider of text messages. */
export interface SmsProvider {
  /** Stored with each message, so that only its own provider is asked about it. */
  readonly name: string
  /** Reason why nothing can be sent at the moment; undefined if sending works. */
  readonly fault?: Fault | undefined
  /** Delays after sending at which to poll for delivery, ms; empty if the provider reports by itself. */
  readonly followUps: readonly number[]
  /** Sends a message, once. An exception counts as unknown. */
  send(message: OutgoingSms, signal: AbortSignal): Promise<Sent>
  /** Looks up a message: by its sid, or by numbers, text and time if the sid never arrived. */
  lookup(message: QuestionedSms, signal: AbortSignal): Promise<Found>
}
