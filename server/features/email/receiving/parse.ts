import { convert } from 'html-to-text'
import PostalMime, { type Address, type Attachment, addressParser, type Email } from 'postal-mime'
import type { IncomingFile } from '../../conversations/attachments/incoming.ts'
import { domainOf } from '../tags.ts'
import { readAuthentication } from './authentication.ts'
import { automaticReason } from './automatic.ts'
import type { IncomingEmail } from './incoming.ts'
import { withoutSecrets } from './redact.ts'
import { reportOf } from './report.ts'

/** Limits on what an email may make a parser do. */
const LIMITS = { maxNestingDepth: 32, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 1 }

/** Maximum HTML that is read, characters, and its nesting depth. */
const MAX_HTML = 1024 * 1024
const MAX_HTML_DEPTH = 100

/** Maximum Message-IDs and recipients that are looked at. */
const MAX_REFERENCES = 50
const MAX_RECIPIENTS = 100

/** Maximum length of a sender's name, code points. */
const MAX_NAME = 100

/** Maximum size of a picture inside HTML that is taken for decoration, such as the logo of a signature, bytes. */
const DECORATION_BYTES = 8 * 1024

const ADDRESS = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,189}$/

/** Headers in which receiving servers name the address that a message was delivered to. */
const DELIVERED = ['delivered-to', 'x-original-to', 'x-delivered-to', 'envelope-to']

/**
 * Reads an email.
 * @throws Error for one that exceeds the limits of the parser
 */
export async function parseEmail(raw: Uint8Array): Promise<IncomingEmail> {
  const email = await PostalMime.parse(raw, LIMITS)
  const headers = (name: string) =>
    email.headers.filter(({ key }) => key === name).map(({ value }) => value)
  const { from, name } = senderOf(headers('from'))
  const report = reportOf(email.attachments, headers('content-type')[0] ?? '')
  return {
    messageId: messageIdsIn(headers('message-id')[0] ?? '')[0] ?? '',
    from,
    name,
    recipients: recipientsOf(email, headers),
    references: [
      ...messageIdsIn(headers('in-reply-to')[0] ?? ''),
      ...messageIdsIn(headers('references')[0] ?? '').reverse(),
    ].slice(0, MAX_REFERENCES),
    subject: oneLine(email.subject ?? ''),
    text: textOf(email),
    files: report ? [] : filesOf(email.attachments),
    authentication: readAuthentication(headers('authentication-results'), from && domainOf(from)),
    automatic: automaticReason(headers, from ?? ''),
    report,
  }
}

/** The sender, if there is exactly one: two From headers are a way to show another one than was checked. */
function senderOf(values: readonly string[]): { from: string | undefined; name: string } {
  const [only, ...more] = values.flatMap((value) => addressParser(value, { flatten: true }))
  const address = only?.address?.toLowerCase() ?? ''
  if (!only || more.length > 0 || !ADDRESS.test(address)) return { from: undefined, name: '' }
  return { from: address, name: [...oneLine(only.name)].slice(0, MAX_NAME).join('') }
}

function recipientsOf(
  { to = [], cc = [], bcc = [] }: Email,
  headers: (name: string) => readonly string[],
): string[] {
  const flat = (list: readonly Address[]) => list.flatMap((entry) => entry.group ?? [entry])
  const delivered = DELIVERED.flatMap(headers).flatMap((value) =>
    addressParser(value, { flatten: true }),
  )
  return [...delivered, ...flat([...to, ...cc, ...bcc])]
    .map(({ address }) => address?.toLowerCase() ?? '')
    .filter((address) => ADDRESS.test(address))
    .slice(0, MAX_RECIPIENTS)
}

const messageIdsIn = (value: string): string[] => value.match(/<[^<>\s"\\]{3,250}>/g) ?? []

/** A text without line breaks and invisible characters. */
const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()

/** The text of an email, or of its HTML, without secrets of the email that it quotes. */
function textOf({ text, html }: Email): string {
  const plain = text?.trim() ? text : html ? fromHtml(html) : ''
  return withoutSecrets(plain.toWellFormed().replaceAll('\0', '').replace(/\r\n?/g, '\n').trim())
}

const fromHtml = (html: string): string =>
  convert(html, {
    wordwrap: false,
    limits: { maxInputLength: MAX_HTML, maxDepth: MAX_HTML_DEPTH, ellipsis: '' },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      { selector: 'ul', options: { itemPrefix: '- ' } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
    ],
  })

/** The files; parts without a name, such as signatures and encryption, are none. */
const filesOf = (attachments: readonly Attachment[]): IncomingFile[] =>
  attachments.flatMap(({ filename, mimeType, related, content }) => {
    if (typeof content === 'string' || /^application\/(pgp|pkcs7)-/.test(mimeType)) return []
    const isDecoration =
      related && mimeType.startsWith('image/') && content.byteLength <= DECORATION_BYTES
    if (isDecoration) return []
    return [{ name: filename ?? nameFor(mimeType), content: new Uint8Array(content) }]
  })

/** A name for a file without one. */
const nameFor = (mimeType: string): string =>
  `file.${/^[a-z]+\/(?:x-)?([a-z0-9]{1,10})$/.exec(mimeType)?.[1] ?? 'bin'}`
