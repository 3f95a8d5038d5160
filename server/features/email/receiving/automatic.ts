import { type Fault, fault, type ReasonCode } from '#contracts/faults.ts'

/** Values of a header, in the order of the message. */
type Headers = (name: string) => readonly string[]

/** Headers that programs add to their replies, such as a notice of absence. */
const OF_PROGRAMS = ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-auto-response']

const OF_LISTS = ['list-id', 'list-post', 'list-unsubscribe', 'list-help']

/** Senders that are programs, by the part before the `@`. */
const PROGRAMS = /^(mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)([+@-]|$)/i

/**
 * The reason why an email was not written by a person, by what programs say of themselves (RFC 3834, RFC 2369): answering it could
 * make two programs answer each other for ever. Undefined if it may be from a person.
 */
export function automaticReason(headers: Headers, from: string): Fault<ReasonCode> | undefined {
  const first = (name: string) => headers(name)[0]?.trim().toLowerCase() ?? ''
  const submitted = first('auto-submitted')
  if (submitted !== '' && !/^no\b/.test(submitted)) return fault('email_automatic')
  if (OF_PROGRAMS.some((name) => headers(name).length > 0)) return fault('email_automatic')
  if (/^<\s*>$/.test(first('return-path'))) return fault('email_automatic')
  if (PROGRAMS.test(from)) return fault('email_automatic')
  if (/^(bulk|junk|list|auto_reply)\b/.test(first('precedence'))) return fault('email_of_list')
  if (OF_LISTS.some((name) => headers(name).length > 0)) return fault('email_of_list')
  return undefined
}
