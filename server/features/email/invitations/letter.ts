import { invitationPhrasesFor } from '../../../language/invitation-phrases.ts'
import { DEFAULT_COLOR } from '../compose.ts'
import { type EmailContent, filled, htmlOf, textOf } from '../template.ts'

interface Invitation {
  readonly language: string
  /** Name of the account. */
  readonly account: string
  readonly inviter: string
  readonly name: string
  readonly url: string
  /** ms since 1970. */
  readonly expiresAt: number
}

/** Subject, text and HTML of an invitation. */
export function invitationTo({ account, inviter, name, url, expiresAt, ...rest }: Invitation) {
  const { language, words } = invitationPhrasesFor(rest.language)
  const until = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(expiresAt)
  const fill = (sentence: string) =>
    sentence
      .replaceAll('{account}', account)
      .replaceAll('{inviter}', inviter)
      .replaceAll('{until}', `${until} UTC`)
  const content: EmailContent = {
    language,
    direction: 'ltr',
    words: { ...words, lead: fill(words.lead), reason: fill(words.reason) },
    closing: undefined,
    visitor: '',
    logo: 'Parley',
    name,
    color: DEFAULT_COLOR,
    messages: [],
    privateLink: { url, label: words.link, note: fill(words.note) },
    asksReply: false,
    backUrl: undefined,
    unsubscribeUrl: undefined,
  }
  return {
    subject: filled(fill(words.subject), content),
    text: textOf(content),
    html: htmlOf(content),
  }
}
