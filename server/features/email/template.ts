import type { EmailPhrases } from '../../language/email-phrases.ts'

/** Sentences of an email. */
type EmailWords = Pick<
  EmailPhrases,
  'subject' | 'lead' | 'reply' | 'back' | 'reason' | 'unsubscribe'
>

interface PrivateLink {
  readonly url: string
  readonly label: string
  readonly note: string
}

/** Content of an email, of which both its text and its HTML are made. */
export interface EmailContent {
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly words: EmailWords
  /** Sentence below the replies; undefined without one. */
  readonly closing: string | undefined
  /** The visitor's name or address; empty in emails to operators. */
  readonly visitor: string
  /** Text in place of a logo. */
  readonly logo: string
  /** The assistant; in emails to operators the visitor, or their number. */
  readonly name: string
  /** `#rrggbb` or `#rgb`. */
  readonly color: string
  readonly messages: readonly ContentMessage[]
  /** Private link to the chat; undefined if this server has no public address, and in emails to operators. */
  readonly privateLink: PrivateLink | undefined
  /** True if the email asks for a reply. */
  readonly asksReply: boolean
  /** The page with the chat; undefined if it is not one of the assistant's websites. */
  readonly backUrl: string | undefined
  /** Undefined if this server has no public address. */
  readonly unsubscribeUrl: string | undefined
}

interface ContentMessage {
  readonly by: string
  readonly text: string
  readonly files: readonly { readonly name: string; readonly url: string | undefined }[]
}

/** Fills the placeholders of a sentence. */
export const filled = (
  sentence: string,
  { name, visitor = '' }: { readonly name: string; readonly visitor?: string },
): string => sentence.replace(/\{(name|visitor)\}/g, (_, key) => (key === 'name' ? name : visitor))

/** The plain text of an email. */
export function textOf(content: EmailContent): string {
  const { words, closing, messages, privateLink, asksReply, backUrl, unsubscribeUrl } = content
  const parts = [
    filled(words.lead, content),
    ...messages.map(({ by, text, files }) =>
      [`${by}:`, text, ...files.map((file) => [file.name, file.url].filter(Boolean).join(': '))]
        .filter((line) => line !== '')
        .join('\n'),
    ),
    ...(closing ? [filled(closing, content)] : []),
    ...(privateLink ? [`${privateLink.label}: ${privateLink.url}\n${privateLink.note}`] : []),
    ...(asksReply ? [words.reply] : []),
    ...(backUrl ? [`${words.back}: ${backUrl}`] : []),
    `-- \n${filled(words.reason, content)}${unsubscribeUrl ? `\n${words.unsubscribe}: ${unsubscribeUrl}` : ''}`,
  ]
  return `${parts.join('\n\n')}\n`
}

/** The HTML of an email: no picture, no script, nothing that is fetched. */
export function htmlOf(content: EmailContent): string {
  const { language, direction, words, logo, color, messages, privateLink, backUrl } = content
  const { closing, asksReply, unsubscribeUrl } = content
  const button = (label: string, url: string) =>
    `<p><a class="button" style="background:${color};color:${inkOn(color)}" href="${escaped(url)}">${escaped(label)}</a></p>`
  const back = (url: string) =>
    privateLink
      ? `<p><a href="${escaped(url)}">${escaped(words.back)}</a></p>`
      : button(words.back, url)
  const body = [
    `<p class="logo"><bdi>${escaped(logo)}</bdi></p>`,
    `<p class="quiet" dir="auto">${inLines(filled(words.lead, content))}</p>`,
    ...messages.map(htmlOfMessage),
    ...(closing ? [`<p dir="auto">${inLines(filled(closing, content))}</p>`] : []),
    ...(privateLink
      ? [
          button(privateLink.label, privateLink.url),
          `<p class="quiet">${escaped(privateLink.note)}</p>`,
        ]
      : []),
    ...(asksReply ? [`<p>${escaped(words.reply)}</p>`] : []),
    ...(backUrl ? [back(backUrl)] : []),
    `<p class="quiet foot">${inLines(filled(words.reason, content))}${
      unsubscribeUrl
        ? ` <a href="${escaped(unsubscribeUrl)}">${escaped(words.unsubscribe)}</a>`
        : ''
    }</p>`,
  ]
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(filled(words.subject, content))}</title>
<style>${STYLE}</style>
</head>
<body>
<div class="card" style="border-top:4px solid ${color}">
${body.join('\n')}
</div>
</body>
</html>
`
}

/** A text with its line breaks; addresses of pages in it become links. */
const inLines = (text: string): string => linked(text).replaceAll('\n', '<br>')

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 16px; background: #f4f4f5; color: #18181b; font: 16px/1.5 system-ui, sans-serif; }
.card { max-width: 36rem; margin: 0 auto; padding: 20px 24px; background: #ffffff; border-radius: 8px; }
.logo { margin: 0 0 12px; font-size: 18px; font-weight: 700; }
.message { margin: 16px 0; padding: 12px 16px; background: #f4f4f5; border-radius: 8px; overflow-wrap: anywhere; }
.by { margin: 0 0 4px; font-weight: 600; }
.message p { margin: 0 0 8px; }
.quiet { color: #52525b; font-size: 14px; }
.foot { margin-top: 24px; }
.button { display: inline-block; padding: 10px 18px; border-radius: 8px; font-weight: 600; text-decoration: none; }
a { color: #1d4ed8; }
@media (prefers-color-scheme: dark) {
  body { background: #18181b; color: #f4f4f5; }
  .card { background: #27272a; }
  .message { background: #3f3f46; }
  .quiet { color: #d4d4d8; }
  a { color: #93c5fd; }
}
`

function htmlOfMessage({ by, text, files }: ContentMessage): string {
  const paragraphs = text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${inLines(paragraph)}</p>`)
  const links = files.map(
    ({ name, url }) =>
      `<p>${url ? `<a href="${escaped(url)}">${escaped(name)}</a>` : escaped(name)}</p>`,
  )
  return `<div class="message" dir="auto"><p class="by">${escaped(by)}</p>${[...paragraphs, ...links].join('')}</div>`
}

/** Escapes a text; addresses of pages in it become links that show where they lead. */
function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"')\]]+[^\s<>"')\].,;:!?])/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escaped(part)}">${escaped(part)}</a>` : escaped(part),
    )
    .join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text inside HTML, or inside a quoted attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!)

/** Black or white, whichever is easier to read on a colour. */
function inkOn(color: string): string {
  const hex = color.length === 4 ? color.replace(/[^#]/g, '$&$&') : color
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  // Equal contrast with black and white (WCAG 2).
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff'
}
