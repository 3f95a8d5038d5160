import type { Attachment } from '#contracts/attachment-fields.ts'
import type { EmailTexts } from '#contracts/email-texts.ts'
import { withoutPictures } from '#contracts/pictures.ts'
import type { WidgetSettings } from '#contracts/widget-settings.ts'
import type { Context } from '../../context.ts'
import { emailPhrasesFor } from '../../language/email-phrases.ts'
import { storedLink } from './chat-links/issue.ts'
import type { Recipient, UnseenMessage } from './queries.ts'
import { type EmailContent, filled, htmlOf, textOf } from './template.ts'

type Needs = Pick<Context, 'config'>

/** Colour of an assistant without one of its own, and of emails to operators. */
export const DEFAULT_COLOR = '#0c6b64'

interface Composed {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The email with all unseen replies, in the visitor's language. */
export function compose(
  { config }: Needs,
  recipient: Recipient,
  messages: readonly UnseenMessage[],
  unsubscribePath: string,
  own: EmailTexts | undefined,
): Composed {
  const phrases = phrasesFor(recipient)
  const { words } = phrases
  const visitor = safeName(recipient.visitor_name) ?? recipient.address ?? ''
  const settings = JSON.parse(recipient.widget_settings) as WidgetSettings
  const color: unknown = settings.color
  const at = (target: string) =>
    config.publicUrl === undefined ? undefined : `${config.publicUrl}${target}`
  const url = storedLink({ config }, recipient.assistant_uuid)
  const content: EmailContent = {
    ...phrases,
    words: {
      ...words,
      subject: own?.subject ?? words.subject,
      lead: own?.greeting ?? words.lead,
      reason: own?.footer ?? words.reason,
    },
    closing: own?.closing ?? undefined,
    visitor,
    logo: recipient.assistant_name,
    name: recipient.assistant_name,
    color:
      typeof color === 'string' && /^#([\da-f]{3}|[\da-f]{6})$/i.test(color)
        ? color
        : DEFAULT_COLOR,
    messages: messages.map(({ author_name, content, attachments }) => ({
      by: author_name,
      text: plain(withoutPictures(content)),
      files: filesIn(attachments).map(({ name, url }) => ({ name, url: at(url) })),
    })),
    privateLink: url === undefined ? undefined : { url, label: words.continue, note: words.link },
    asksReply: url === undefined,
    backUrl: pageOf(recipient),
    unsubscribeUrl: at(unsubscribePath),
  }
  return {
    subject: subjectOf(recipient) ?? filled(content.words.subject, content),
    text: textOf(content),
    html: htmlOf(content),
  }
}

/** Maximum length of a visitor's name in an email, characters. */
const MAX_NAME = 60

/** Text that mail programs turn into a link. */
const LINK = /:\/\/|@|[\p{L}\p{N}]\.\p{L}{2,}/u

/** Undefined for a name that advertises something: whoever chats may have entered somebody else's address. */
const safeName = (name: string | null): string | undefined =>
  name !== null && name.length <= MAX_NAME && !LINK.test(name) ? name : undefined

/** Sentences in the visitor's language, or the assistant's. */
export const phrasesFor = (recipient: Pick<Recipient, 'visitor_language' | 'assistant_language'>) =>
  emailPhrasesFor(recipient.visitor_language, recipient.assistant_language)

/** Subject of a reply to an email. */
const subjectOf = ({ their_subject: theirs }: Recipient): string | undefined =>
  theirs === null ? undefined : /^re:/i.test(theirs) ? theirs : `Re: ${theirs}`

const filesIn = (json: string | null): readonly Attachment[] =>
  json === null ? [] : JSON.parse(json)

/** The page where the visitor was, if it is on a website of the assistant: what a browser claims may be anywhere. */
function pageOf({ page_url, allowed_origins }: Recipient): string | undefined {
  if (page_url === null || !URL.canParse(page_url)) return undefined
  const origins: readonly string[] = JSON.parse(allowed_origins)
  return origins.includes(new URL(page_url).origin) ? page_url : undefined
}

/** Markdown without its marks; a link shows where it leads. */
function plain(markdown: string): string {
  return markdown
    .replace(/\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)/g, '$1 ($2)')
    .replace(/\*\*([^*\n]+)\*\*/g, '$1')
    .replace(/^#{1,6} /gm, '')
    .trim()
}
