import type { Context } from '../../../context.ts'
import { operatorPhrasesFor } from '../../../language/operator-phrases.ts'
import { DEFAULT_COLOR } from '../compose.ts'
import { bytesOf } from '../message-bytes.ts'
import { receptionQueries } from '../receiving/reception-queries.ts'
import { UNSUBSCRIBE_PATH } from '../tags.ts'
import { filled, htmlOf, textOf } from '../template.ts'
import type { Alert } from './due.ts'
import { addressFor, messageIdFor, operatorToken } from './names.ts'
import { operatorEmailQueries } from './queries.ts'

type Needs = Pick<Context, 'config' | 'db' | 'installation' | 'now' | 'randomBytes'>

/** Longest text of a visitor that is quoted, code points. */
const MAX_QUOTED = 1000

/** The bytes of an email to an operator. A reply to one about a single visitor is posted in that conversation. */
export function letterTo(
  context: Needs,
  { operator, waits }: Alert,
  from: string,
): Promise<Buffer> {
  const { config, db, now } = context
  const { language, words } = operatorPhrasesFor(operator.language)
  const [first] = waits
  const isDigest = operator.mode === 'hourly'
  const nameOf = (name: string | null) => name ?? words.visitor
  const name = isDigest ? String(waits.length) : nameOf(first.visitor_name)
  const { publicUrl } = config
  const page = isDigest ? '/app/inbox' : `/app/inbox/${first.conversation_uuid}`
  const token = operatorToken(context, operator.id)
  const link = publicUrl === undefined ? undefined : `${publicUrl}${UNSUBSCRIBE_PATH}${token}`
  const content = {
    language,
    direction: 'ltr',
    words: isDigest ? { ...words, ...words.digest } : words,
    name,
    color: DEFAULT_COLOR,
    messages: waits.map((wait) => ({
      by: `${nameOf(wait.visitor_name)} · ${wait.assistant_name}`,
      text: quoted(operatorEmailQueries(db).said(wait.conversation_id, wait.since)),
      files: [],
    })),
    closing: undefined,
    visitor: '',
    logo: 'Parley',
    privateLink: undefined,
    backUrl: publicUrl === undefined ? undefined : `${publicUrl}${page}`,
    asksReply: !isDigest,
    unsubscribeUrl: link,
  } as const
  // Nobody could say which of its visitors a reply to a digest is for.
  const conversationId = isDigest ? undefined : first.conversation_id
  const named = { operatorId: operator.id, conversationId }
  const hasTag = !isDigest && receptionQueries(db).find().has_tags === 1
  return bytesOf({
    from: { name: 'Parley', address: from },
    ...(hasTag && { replyTo: { name: 'Parley', address: addressFor(context, named, from) } }),
    to: operator.confirmed_email,
    subject: filled(content.words.subject, content),
    text: textOf(content),
    html: htmlOf(content),
    date: now(),
    messageId: messageIdFor(context, named, from),
    references: [],
    unsubscribe: { from, subject: `unsubscribe ${token}`, link },
  })
}

/** Texts of a visitor, cut. */
const quoted = (texts: readonly string[]): string =>
  [...texts.join('\n\n')].slice(0, MAX_QUOTED).join('')
