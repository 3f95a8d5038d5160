import type { TemplateCategory, TemplateStatus } from '#contracts/enums.ts'
import type { Fault } from '#contracts/faults.ts'
import type { Sent } from '../sms/provider.ts'

/** A message to be sent, from one address of the channel to another: numbers in E.164, or ids that the channel gives. */
export interface OutgoingMessage {
  /** Parley's own id of the message, unique and stable across retries. */
  readonly reference: string
  readonly from: string
  readonly to: string
  /** Its text, or the name of its file. */
  readonly body: string
  /** ms since 1970. */
  readonly createdAt: number
}

/** A file to be sent in place of a text. */
export interface OutgoingFile {
  readonly name: string
  readonly mediaType: string
  /** Path of its address at this server, which contains its secret key. */
  readonly path: string
  /** Reads it from the disk. */
  read(): Promise<Buffer>
}

/** Options of sending a message. */
export interface SendOptions {
  readonly signal: AbortSignal
  readonly file?: OutgoingFile | undefined
  /** True if its text is Markdown; false if it is to be sent as it is. */
  readonly isMarkdown?: boolean
  readonly template?: OutgoingTemplate | undefined
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
  readonly language: string
  readonly category: TemplateCategory
  readonly body: string
  /** ms since 1970. */
  readonly createdAt: number
  /** The channel's id of it; null before it was submitted. */
  readonly remoteId: string | null
}

/** State of a template at its channel: the result of the review, or when to ask again. */
export type Review = {
  /** The channel's id of it, once it has one. */
  readonly remoteId?: string | undefined
} & (
  | {
      readonly status: Exclude<TemplateStatus, 'pending'>
      /** Reason of a rejection, if the channel gives one. */
      readonly reason?: Fault | undefined
    }
  | { readonly again: Date }
)

/** A template as its channel has it. */
export interface RemoteTemplate {
  readonly remoteId: string
  readonly name: string
  readonly language: string
  readonly category: TemplateCategory
  readonly status: TemplateStatus
  readonly body: string
  readonly reason?: Fault | undefined
}

/** Reason why a service could not do something at the moment; it contains no secrets. */
export interface Trouble {
  readonly failure: Fault
}

/** A sender as its channel knows it. */
export interface Inspection {
  readonly templates: readonly RemoteTemplate[]
  readonly quality?: 'GREEN' | 'YELLOW' | 'RED' | undefined
  /** Recipients within 24 hours; null without a limit. */
  readonly limit?: number | null | undefined
}

/** A file of an incoming message; its content is undefined if it is too large, or if the channel no longer has it. */
export interface FetchedFile {
  readonly content: Buffer | undefined
}

/** A template to be sent in place of a text. */
export interface OutgoingTemplate {
  readonly name: string
  readonly language: string
  /** The channel's id of it; null if it has none. */
  readonly remoteId: string | null
  /** Values of the placeholders in its text, in order, each once. */
  readonly values: readonly { readonly key: string; readonly value: string }[]
}

/** A message that a channel received from a customer. */
export interface IncomingMessage {
  /** The channel's id of the message, the same for every repetition. */
  readonly sid: string
  /** Address of the customer: a number in E.164, or an id that the channel gives. */
  readonly from: string
  readonly body: string
  /** Time at which it was sent, as the channel says, ms since 1970; now if it does not. */
  readonly sentAt?: number
  /** Id of an earlier message that it is a new version of. */
  readonly replaces?: string
  /** True if the customer has opened the chat rather than said something. */
  readonly isOpening?: boolean
  /** The customer as the channel knows them. */
  readonly customer?: CustomerProfile
}

/** A customer as a channel knows them; all of it said by themselves. */
export interface CustomerProfile {
  readonly name: string | null
  readonly username: string | null
  /** Language tag. */
  readonly language: string | null
}

/** Abilities of a channel. */
export interface Capabilities {
  /** Free texts may be sent for this long after the customer's last message, ms; null for ever. */
  readonly windowMs: number | null
  /** Maximum length of a message, in UTF-16 units. */
  readonly maxLength: number
  /** Customers who have not written can be reached with texts that it has approved. */
  readonly hasTemplates: boolean
  /** It says when a message has arrived and was read. */
  readonly hasReceipts: boolean
  /** Messages of customers can be played. */
  readonly isPlayed: boolean
}

/** A way to exchange messages with customers, such as the Sandbox. */
export interface Channel {
  /** Stored with each sender and message, so that only its own channel is asked about it. */
  readonly name: string
  /** Reason why nothing can be sent at the moment; undefined if sending works. */
  readonly fault?: Fault | undefined
  readonly capabilities: Capabilities
  /** Quality and limit of a new sender. */
  readonly newSender: {
    readonly quality: 'GREEN' | 'YELLOW' | 'RED'
    /** Recipients within 24 hours; null without a limit. */
    readonly limit: number | null
  }
  /** Times after sending at which to ask for receipts, ms; empty if the channel reports by itself. */
  readonly followUps: readonly number[]
  /** Sends a message, once. An exception counts as unknown. */
  send(message: OutgoingMessage, options: SendOptions): Promise<Sent>
  /** Looks up a message. */
  lookup(message: QuestionedMessage, signal: AbortSignal): Promise<Receipt>
  /** Asks for the review of a template, submitting it first if need be. */
  review(template: SubmittedTemplate, now: Date, signal: AbortSignal): Promise<Review>
  /** Reads the sender's state and templates; missing where Parley itself keeps them. */
  inspect?(signal?: AbortSignal): Promise<Inspection | Trouble>
  /** Deletes a template; resolves to the reason why it is still there. */
  deleteTemplate?(template: Pick<RemoteTemplate, 'remoteId' | 'name'>): Promise<Trouble | undefined>
  /** Fetches a file of an incoming message; missing where files do not come by id. */
  fetchFile?(
    id: string,
    options: { readonly max: number; readonly signal: AbortSignal },
  ): Promise<FetchedFile | Trouble>
}
