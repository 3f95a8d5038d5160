import type { Context } from '../../context.ts'
import { type EmailRow, emailQueries } from './queries.ts'
import { receptionQueries } from './receiving/reception-queries.ts'
import { taggedAddress, UNSUBSCRIBE_PATH, unsubscribeToken } from './tags.ts'

type Needs = Pick<Context, 'db' | 'config' | 'installation' | 'now'>

/** Maximum earlier Message-IDs to refer to. */
const MAX_REFERENCES = 10

/** Name that a header may hold: without line breaks and what separates addresses. */
const nameIn = (name: string): string => name.replace(/[\p{Cc}<>@,;:"\\]/gu, ' ').trim()

/** The bytes of an email as they go over the wire. */
export async function mimeOf(
  context: Needs,
  email: EmailRow,
  from: string,
  name: string,
): Promise<Buffer> {
  const { db, config, now } = context
  const earlier = emailQueries(db).messageIds(email.conversation_id, email.id, MAX_REFERENCES)
  const { their_message_id: theirs = null } =
    emailQueries(db).recipient(email.conversation_id) ?? {}
  const references = theirs ? [...earlier, theirs] : earlier
  const hasTags = receptionQueries(db).find().has_tags === 1
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const composer = new MailComposer({
    from: { name: nameIn(name), address: from },
    ...(hasTags && {
      replyTo: { name: nameIn(name), address: taggedAddress(context, email.conversation_id, from) },
    }),
    to: { name: '', address: email.address },
    subject: email.subject,
    text: email.text,
    html: email.html,
    date: now(),
    messageId: email.message_id,
    ...(references.length > 0 && { inReplyTo: references.at(-1)!, references }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...unsubscribeHeaders(),
    },
    // Text of visitors is never a path or an address to read from.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()

  function unsubscribeHeaders(): Record<string, string> {
    const mailTo = `<mailto:${from}?subject=unsubscribe>`
    if (config.publicUrl === undefined) return { 'List-Unsubscribe': mailTo }
    const url = `${config.publicUrl}${UNSUBSCRIBE_PATH}${unsubscribeToken(context, email.id)}`
    return {
      'List-Unsubscribe': `<${url}>, ${mailTo}`,
      // RFC 8058: the mail program's own button.
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }
  }
}
