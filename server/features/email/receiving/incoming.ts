import type { Fault, ReasonCode } from '#contracts/faults.ts'
import type { IncomingFile } from '../../conversations/attachments/incoming.ts'
import { type CheckedAuthentication, UNCHECKED } from './authentication.ts'

/** An email as its parser read it. */
export interface IncomingEmail {
  /** Message-ID header; empty without a valid one. */
  readonly messageId: string
  /** Address of the sender in lower case; undefined without exactly one. */
  readonly from: string | undefined
  /** Name of the sender; empty without one. */
  readonly name: string
  /** Addresses it was sent or delivered to, in lower case. */
  readonly recipients: readonly string[]
  /** Message-IDs that it replies to, the nearest first. */
  readonly references: readonly string[]
  readonly subject: string
  /** The whole text, without markup and without secrets of our emails. */
  readonly text: string
  readonly files: readonly IncomingFile[]
  readonly authentication: CheckedAuthentication
  /** The reason why it is not from a person; undefined if it may be. */
  readonly automatic: Fault<ReasonCode> | undefined
  /** Delivery report that it is; undefined for any other email. */
  readonly report: DeliveryReport | undefined
}

/** A report about the delivery of an email (RFC 3464). */
export interface DeliveryReport {
  /** Message-ID of the email; undefined if the report does not contain it. */
  readonly messageId: string | undefined
  readonly recipients: readonly ReportedRecipient[]
}

interface ReportedRecipient {
  /** In lower case. */
  readonly address: string
  /** `failed`, `delayed`, `delivered` and others. */
  readonly action: string
  /** Words of the mail server that refused it. */
  readonly text: string
}

/** Stands for an email that cannot be read. */
export const BLANK: IncomingEmail = {
  messageId: '',
  from: undefined,
  name: '',
  recipients: [],
  references: [],
  subject: '',
  text: '',
  files: [],
  authentication: UNCHECKED,
  automatic: undefined,
  report: undefined,
}
