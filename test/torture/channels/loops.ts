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

/** Minutes of the server's clock. */
const MINUTES = 55
/** Emails that may go to one address within an hour. */
const MAX_AN_HOUR = 10

/** Lets programs answer each other: a loop is an address that gets a second email, or where nothing tells a program, more than the limit. */
export async function loop(
  world: World,
  mail: Mail,
  count: number,
): Promise<{ readonly loops: readonly string[]; readonly sent: number }> {
  const addressOf = (k: number) => `r${k}@auto.example`
  for (let k = 0; k < count; k += 1)
    mail.imap.deliver(
      writeMail({ from: addressOf(k), subject: 'Hi', text: `What is Parley? ${k}` }),
    )
  const answered = new Set<string>()
  for (let minute = 0; minute < MINUTES; minute += 1) {
    await world.advance(60_000)
    await new Promise((resolve) => setTimeout(resolve, 100))
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
          headers: RESPONDERS[k % RESPONDERS.length]!,
        }),
      )
    }
  }
  const counts = Array.from({ length: count }, (_, k) => mail.to(addressOf(k)).length)
  const loops = counts.flatMap((sent, k) => {
    const isSilent = RESPONDERS[k % RESPONDERS.length]!.length === 0
    return sent > (isSilent ? MAX_AN_HOUR : 1) ? [`${addressOf(k)}: ${sent}`] : []
  })
  return { loops, sent: counts.reduce((sum, sent) => sum + sent, 0) }
}
