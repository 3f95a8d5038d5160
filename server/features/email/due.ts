import type { Context } from '../../context.ts'
import type { Departures } from './departures.ts'
import { emailQueries, type Recipient, type UnseenMessage } from './queries.ts'

type Needs = Pick<Context, 'db' | 'hub' | 'now'> & { readonly departures: Departures }

/** Addressee and unseen replies of a conversation. */
export interface Letter {
  readonly recipient: Recipient
  readonly address: string
  readonly messages: readonly UnseenMessage[]
}

/** A letter that is due, the time to look again, or undefined if there is nothing to send. */
export type Due = Letter | Date | undefined

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Maximum emails to one address within an hour, whoever left it in a chat. */
const MAX_PER_HOUR = 10

/** Multiple of an assistant's delay after which further replies no longer put an email off. */
const MAX_DELAYS = 5

/** Delay of a reply to somebody who wrote by email: enough for a second message. */
const BY_EMAIL = 30_000

/** Time for which an address counts as unreachable after an email could not be delivered. */
const UNREACHABLE = 30 * 24 * HOUR

/** One addressee: no list, no name, nothing that needs quoting in a header. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,189}\.[^\s@<>()[\]\\,;:".]{2,}$/

/** Decides whether a conversation's unseen replies are sent by email now. Reads only, so that it can be asked inside a transaction. */
export function letterDue({ db, hub, now, departures }: Needs, conversationId: number): Due {
  const emails = emailQueries(db)
  const recipient = emails.recipient(conversationId)
  const address = recipient?.address
  if (!recipient || !address || !ADDRESS.test(address)) return undefined
  const isByEmail = recipient.is_by_email === 1
  if (!isByEmail && (recipient.is_on === 0 || recipient.is_stopped === 1)) return undefined
  const seen = Math.max(recipient.visitor_read_seq, recipient.mailed_seq)
  const messages = emails.unseen(conversationId, seen)
  const [first, last] = [messages[0], messages.at(-1)]
  if (!first || !last) return undefined
  const time = now().getTime()
  if (recipient.bounced_at !== null && time < recipient.bounced_at + UNREACHABLE) return undefined
  const delay = isByEmail ? BY_EMAIL : recipient.minutes * MINUTE
  // Looked at again in time for the one who leaves right after.
  if (hub.isFollowed(recipient.visitor_id)) return new Date(time + Math.min(delay, MINUTE))
  const left = departures.of(recipient.visitor_id) ?? recipient.last_seen_at
  const at = Math.min(
    Math.max(left, last.created_at) + delay,
    Math.max(left, first.created_at) + MAX_DELAYS * delay,
  )
  if (at > time) return new Date(at)
  const recent = emails.sentTo(address, time - HOUR)
  if (recent.count >= MAX_PER_HOUR) return new Date((recent.first ?? time) + HOUR + 1)
  return { recipient, address, messages }
}
