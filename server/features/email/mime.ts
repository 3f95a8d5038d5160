import type { Context } from '../../context.ts'
import { storedLink, withSecret } from './chat-links/issue.ts'
import { bytesOf } from './message-bytes.ts'
import { type EmailRow, emailQueries } from './queries.ts'
import { receptionQueries } from './receiving/reception-queries.ts'
import { taggedAddress, UNSUBSCRIBE_PATH, unsubscribeToken } from './tags.ts'

type Needs = Pick<Context, 'db' | 'config' | 'installation' | 'now'>

/** Maximum earlier Message-IDs to refer to. */
const MAX_REFERENCES = 10

/** The bytes of an email to a visitor as they go over the wire; `secret` is that of its private link. */
export async function mimeOf(
  context: Needs,
  email: EmailRow,
  from: string,
  secret: string | undefined,
): Promise<Buffer> {
  const { db, config, now } = context
  const recipient = emailQueries(db).recipient(email.conversation_id)
  const { assistant_name: name = '', their_message_id: theirs = null } = recipient ?? {}
  const earlier = emailQueries(db).messageIds(email.conversation_id, email.id, MAX_REFERENCES)
  const hasTags = receptionQueries(db).find().has_tags === 1
  const stored = recipient && storedLink(context, recipient.assistant_uuid)
  const whole = (content: string) =>
    stored === undefined || secret === undefined ? content : withSecret(content, stored, secret)
  const { publicUrl } = config
  return bytesOf({
    from: { name, address: from },
    ...(hasTags && {
      replyTo: { name, address: taggedAddress(context, email.conversation_id, from) },
    }),
    to: email.address,
    subject: email.subject,
    text: whole(email.text),
    html: whole(email.html),
    date: now(),
    messageId: email.message_id,
    references: theirs ? [...earlier, theirs] : earlier,
    unsubscribe: {
      from,
      link: publicUrl && `${publicUrl}${UNSUBSCRIBE_PATH}${unsubscribeToken(context, email.id)}`,
    },
  })
}
