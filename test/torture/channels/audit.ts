import type { Customer } from './channel.ts'
import type { Mail } from './mail.ts'
import type { Talk } from './talk.ts'
import type { World } from './world.ts'

/** Seconds for which an email may be in flight when its reply is read, ms. */
const IN_FLIGHT_MS = 3000

const KINDS = ['lost', 'doubled', 'outOfOrder', 'mailedThoughRead', 'inFlight', 'unknown'] as const

/** Result of the conversations: each entry names a message. */
export interface Audit {
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  readonly outOfOrder: readonly string[]
  readonly mailedThoughRead: readonly string[]
  /** Emailed within the seconds in which the visitor read it. */
  readonly inFlight: readonly string[]
  /** Not sent again because they may have arrived: the desk says so. */
  readonly unknown: readonly string[]
}

/** Reads from the database and the providers what has become of each message. */
export function audit(
  world: World,
  talks: readonly Talk[],
  mail: Mail,
  readAt: (customer: Customer) => ReadonlyMap<string, number>,
): Audit {
  const stored = world.db.prepare<[string, string], { content: string }>(
    "SELECT content FROM messages WHERE author = 'visitor' AND content IN (?, ?) ORDER BY id",
  )
  const all = talks.map(({ customer, channel }) => {
    const asked = [`c${customer} m1`, `c${customer} m2`]
    const said = stored.all(asked[0]!, asked[1]!).map(({ content }) => content)
    const replies = [`c${customer} r1`, `c${customer} r2`]
    const reached = channel.reached(world, customer).filter((text) => replies.includes(text))
    const read = channel.name === 'widget' ? readAt(customer) : NONE
    const expected = replies.filter((text) => reached.includes(text) || !read.has(text))
    // An email that waits for its next attempt may be overtaken by the next reply, which is an email of its own.
    const isOrdered = channel.name !== 'widget' && channel.name !== 'email'
    return [
      compare(world, asked, said),
      compare(world, expected, reached, isOrdered),
      ...[...read].map(([text, at]) => mailsOf(mail, text, at)),
    ]
  })
  return Object.fromEntries(
    KINDS.map((kind) => [kind, all.flat().flatMap((part) => part[kind] ?? [])]),
  ) as Record<(typeof KINDS)[number], string[]>
}

const NONE: ReadonlyMap<string, number> = new Map()

/** Messages that are missing, there twice, or in another order than expected. */
function compare(
  world: World,
  expected: readonly string[],
  actual: readonly string[],
  isOrdered = true,
): Partial<Audit> {
  const times = (text: string) => actual.filter((one) => one === text).length
  const missing = expected.filter((text) => times(text) === 0)
  const present = expected.filter((text) => times(text) > 0)
  const isInOrder = !isOrdered || [...new Set(actual)].join() === present.join()
  return {
    lost: missing.filter((text) => !isUnknown(world, text)),
    unknown: missing.filter((text) => isUnknown(world, text)),
    doubled: expected.filter((text) => times(text) > 1),
    outOfOrder: isInOrder ? [] : [expected.join()],
  }
}

/** Emails with a reply that the visitor had read by a time, ms of this machine. */
function mailsOf({ arrived }: Mail, text: string, at: number): Partial<Audit> {
  const later = arrived.filter((mail) => mail.text.includes(text) && mail.at > at)
  const late = later.filter((mail) => mail.at > at + IN_FLIGHT_MS)
  return {
    mailedThoughRead: late.map(() => text),
    inFlight: later.filter((mail) => !late.includes(mail)).map(() => text),
  }
}

/** Reports whether the desk says of a reply that it may not have arrived. */
const isUnknown = ({ db }: World, text: string): boolean =>
  db
    .prepare<[string], number>(`
      SELECT count(*) FROM messages WHERE content = ? AND (
        EXISTS (SELECT 1 FROM emails WHERE emails.conversation_id = messages.conversation_id
          AND messages.seq BETWEEN first_seq AND last_seq AND status = 'unknown')
        OR EXISTS (SELECT 1 FROM messenger_messages WHERE message_id = messages.id AND status = 'unknown')
      )
    `)
    .pluck()
    .get(text)! > 0
