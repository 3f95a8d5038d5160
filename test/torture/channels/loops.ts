import { randomUUID } from 'node:crypto'
import { writeMail } from '../../support/incoming-mail.ts'
import type { Mail } from './mail.ts'
import type { World } from './world.ts'

/** Programs that answer every email: the header lines by which they say so; some say nothing. */
const RESPONDERS: readonly (readonly string[])[] = [
  ['Auto-Submitted: auto-replied'],
  ['Auto-Submitted: auto-generated'],
  ['Precedence: bulk'],
  ['Precedence: auto_reply'],
  ['Precedence: list', 'List-Id: <news.auto.example>'],
  ['List-Unsubscribe: <mailto:stop@auto.example>'],
  ['X-Auto-Response-Suppress: All', 'Auto-Submitted: auto-replied (vacation)'],
  ['X-Autoreply: yes', 'Auto-Submitted: auto-replied'],
  ['Return-Path: <>', 'Auto-Submitted: auto-replied'],
  [],
]

const HOUR_MS = 3_600_000
/** Minutes of the server's clock. */
const MINUTES = 55
/** Programs that begin within an hour, which opens a hundred conversations at most. */
const AT_ONCE = 80
/** Emails that may go to one address within an hour. */
const MAX_AN_HOUR = 10

/**
 * Lets programs answer each other: a loop is an address that gets a second email, or where nothing tells a program, more than the
 * limit. One that is never answered has shown nothing.
 */
export async function loop(
  world: World,
  mail: Mail,
  count: number,
): Promise<{
  readonly loops: readonly string[]
  readonly unanswered: readonly string[]
  readonly sent: number
}> {
  const answered = new Set<string>()
  for (let first = 0; first < count; first += AT_ONCE) {
    // What came in before is an hour ago.
    await world.advance(HOUR_MS)
    for (let k = first; k < Math.min(first + AT_ONCE, count); k += 1)
      mail.imap.deliver(
        writeMail({ from: addressOf(k), subject: 'Hi', text: `What is Parley? ${k}` }),
      )
    for (let minute = 0; minute < MINUTES; minute += 1) {
      await world.advance(60_000)
      await new Promise((resolve) => setTimeout(resolve, 100))
      answerAll(mail, answered)
    }
  }
  const all = Array.from({ length: count }, (_, k) => ({ k, sent: mail.to(addressOf(k)).length }))
  const name = ({ k, sent }: (typeof all)[number]) => `${addressOf(k)}: ${sent}`
  return {
    loops: all.filter(({ k, sent }) => sent > limitOf(k)).map(name),
    unanswered: all.filter(({ sent }) => sent === 0).map(name),
    sent: all.reduce((sum, { sent }) => sum + sent, 0),
  }
}

const addressOf = (k: number) => `r${k}@auto.example`

const headersOf = (k: number) => RESPONDERS[k % RESPONDERS.length]!

/** Emails that a program may get: what says that it is one is not answered. */
const limitOf = (k: number): number => (headersOf(k).length === 0 ? MAX_AN_HOUR : 1)

/** Each program answers every email that it has not answered yet. */
function answerAll(mail: Mail, answered: Set<string>): void {
  for (const { to, messageId, replyTo } of mail.arrived) {
    const k = Number(/^r(\d+)@auto\.example$/.exec(to)?.[1] ?? -1)
    if (k < 0 || answered.has(messageId)) continue
    answered.add(messageId)
    mail.imap.deliver(
      writeMail({
        from: to,
        to: replyTo,
        subject: 'Automatic reply',
        text: `I am away. ${randomUUID()}`,
        inReplyTo: messageId,
        headers: headersOf(k),
      }),
    )
  }
}
