import { confirmationPhrasesFor } from '../../../language/confirmation-phrases.ts'
import { DEFAULT_COLOR } from '../compose.ts'
import { type EmailContent, htmlOf, textOf } from '../template.ts'

interface Asked {
  readonly language: string
  /** Name of the account. */
  readonly account: string
  readonly name: string
  readonly url: string
  /** ms since 1970. */
  readonly expiresAt: number
}

/** Subject, text and HTML of an email that asks an operator to confirm their address. */
export function confirmationTo({ account, name, url, expiresAt, ...asked }: Asked) {
  const { language, words } = confirmationPhrasesFor(asked.language)
  const until = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(expiresAt)
  const content: EmailContent = {
    language,
    direction: 'ltr',
    words: { ...words, lead: words.lead.replace('{account}', () => account) },
    closing: undefined,
    visitor: '',
    logo: 'Parley',
    name,
    color: DEFAULT_COLOR,
    messages: [],
    privateLink: { url, label: words.link, note: words.note.replace('{until}', `${until} UTC`) },
    asksReply: false,
    backUrl: undefined,
    unsubscribeUrl: undefined,
  }
  return { subject: words.subject, text: textOf(content), html: htmlOf(content) }
}
