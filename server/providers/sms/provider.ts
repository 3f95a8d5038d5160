import type { Fault } from '#contracts/faults.ts'
/** A text message to be sent. Numbers are E.164. */
export interface OutgoingSms {
  /** Parley's own id of it: the same message has the same one, and no other has it. */
  readonly reference: string
  readonly from: string
  readonly to: string
  readonly body: string
  /** ms since 1970. */
  readonly createdAt: number
}

/** Outcome of a send. Errors are shown to the account, so they contain no secrets. */
export type Sent =
  /** The provider has it. `segments` is what it bills, where it says so. */
  | { readonly result: 'accepted'; readonly sid: string; readonly segments?: number | undefined }
  /** It is certain that nothing was sent: the connection was refused, or the answer is a definite no (4xx). */
  | {
      readonly result: 'refused'
      readonly error: Fault
      /** Wait that the provider asks for (429). */
      readonly retryAfterSeconds?: number | undefined
    }
  /** It may have been sent: a timeout, a 5xx, a broken answer. */
  | { readonly result: 'unknown'; readonly error: Fault }

/** Delivery state that the provider reports for a message. */
export type Found =
  | {
      readonly result: 'found'
      readonly sid: string
      readonly status: 'sent' | 'delivered' | 'undelivered' | 'failed'
      readonly segments?: number | undefined
      readonly error?: Fault | undefined
    }
  /** It has no such message: it was never sent. */
  | { readonly result: 'absent' }
  /** It cannot be asked now, or does not know yet. */
  | { readonly result: 'unclear'; readonly error: Fault }

/** A message that a provider is asked about. */
export interface QuestionedSms extends OutgoingSms {
  /** Null where the provider's answer never arrived. */
  readonly sid: string | null
  /** Reports whether another message of Parley's already has this sid. */
  isTaken(sid: string): boolean
}

/** Somebody who delivers text messages. */
export interface SmsProvider {
  /** Kept with each message, so that it is asked about its own ones only. */
  readonly name: string
  /** Reason why nothing can be sent now; undefined when sending works. */
  readonly fault?: Fault | undefined
  /** ms after a message was sent at which it is asked whether it has been delivered; none where it tells by itself. */
  readonly followUps: readonly number[]
  /** Sends a message, once. What it throws counts as unknown. */
  send(message: OutgoingSms, signal: AbortSignal): Promise<Sent>
  /** Asks about a message: by its sid, or by numbers, text and time where that never arrived. */
  lookup(message: QuestionedSms, signal: AbortSignal): Promise<Found>
}
