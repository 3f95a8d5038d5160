import { writeMail } from '../../support/incoming-mail.ts'
import type { Arrived, Mail } from './mail.ts'
import type { World } from './world.ts'

/** Emails that arrive at once, and the pause after them, ms: an hour opens a hundred conversations at most. */
const AT_ONCE = 50
const PAUSE_MS = 15 * 60_000

/** Ways to get into the conversation of somebody else, whose email the attacker has seen. */
const ATTACKS: readonly ((theirs: Arrived, k: number) => Parameters<typeof writeMail>[0])[] = [
  // Answers an email that was sent to somebody else.
  ({ messageId }) => ({ inReplyTo: messageId }),
  // Writes to the signed address of another conversation.
  ({ replyTo }) => ({ to: replyTo }),
  // Both, and says that it is the other person by name.
  ({ messageId, replyTo, to }) => ({
    inReplyTo: messageId,
    to: replyTo,
    headers: [`Reply-To: ${to}`, `Sender: ${to}`],
  }),
  // Guesses another conversation's tag.
  ({ replyTo }, k) => ({
    to: replyTo.replace(/\+(\w)/, (_, digit) => `+${(Number(digit) + k) % 10}`),
  }),
  // Has nothing but the subject.
  () => ({ subject: 'Re: Your question' }),
]

/**
 * Sends forged replies, from strangers and from customers who have conversations of their own; returns those that are in a
 * conversation of another address than their sender's.
 */
export async function forge(
  world: World,
  mail: Mail,
  { count, random }: { readonly count: number; readonly random: () => number },
): Promise<{ readonly arrived: number; readonly wrong: readonly string[] }> {
  const victims = mail.arrived.filter(({ to }) => to.endsWith('@example.org'))
  const senders = new Map<string, string>()
  for (let k = 0; k < count; k += 1) {
    const theirs = victims[Math.floor(random() * victims.length)]!
    const other = victims[Math.floor(random() * victims.length)]!
    const isCustomer = k % 2 === 0 && other.to !== theirs.to
    const from = isCustomer ? other.to : `mallory${k}@evil.example`
    const text = `forged ${k}`
    senders.set(text, from)
    mail.imap.deliver(writeMail({ from, text, ...ATTACKS[k % ATTACKS.length]!(theirs, k) }))
    if (k % AT_ONCE === AT_ONCE - 1) await world.advance(PAUSE_MS)
  }
  const seen = () => mail.imap.waiting() > 0 && read(world) >= mail.imap.messages.length
  if (!(await world.until(seen, 5000))) throw new Error('The forged replies were not read')
  const rows = world.db
    .prepare<[], { content: string; email: string | null }>(
      "SELECT content, visitors.email FROM messages JOIN conversations ON conversations.id = conversation_id LEFT JOIN visitors ON visitors.id = visitor_id WHERE content LIKE 'forged %'",
    )
    .all()
  const wrong = rows.filter(({ content, email }) => senders.get(content) !== email)
  return {
    arrived: rows.length,
    wrong: wrong.map(({ content, email }) => `${content} of ${senders.get(content)} at ${email}`),
  }
}

/** Last UID that was fetched. */
const read = ({ db }: World): number =>
  db.prepare<[], number>('SELECT coalesce(max(last_uid), 0) FROM email_mailbox').pluck().get() ?? 0
