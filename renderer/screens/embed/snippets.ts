import type { Embedding } from '#contracts/assistant-embedding.ts'
import { isSame } from '../../app/same.ts'
import type { Draft } from './draft.ts'
import { type Look, storedLook } from './look.ts'

/** Options in the code for a website, beside the assistant. */
export type NotificationKinds = Look & {
  readonly fallback?: string
  /** The site offers the invitation by itself. */
  readonly isInviting?: boolean
}

/** The ways an assistant gets onto a website, as text to copy. */
export interface Snippets {
  /** The tag: always the newest widget of this Parley. */
  readonly tag: string
  readonly element: string
  /** The chat as a part of the page. */
  readonly inline: string
  readonly module: string
  readonly react: string
  /** The tag of exactly this version, with its hash; undefined when the widget is not built. */
  readonly pinned: string | undefined
  /** The tag of a copy on the website itself. */
  readonly copy: string
  /** For places that take scripts only, such as tag managers. */
  readonly script: string
  /** Directives that a website's content security policy must allow. */
  readonly policy: string
  readonly copyPolicy: string
}

type Attribute = readonly [name: string, value: string]

/** Options in the code, from a draft. */
export function toldBy(look: Look, { fallback, invitation }: Draft): NotificationKinds {
  return { ...look, fallback: fallback.trim(), isInviting: invitation.isOn }
}

/** Reports whether two drafts make the same code; otherwise it has to be pasted again. */
export function isSameCode(one: Draft, other: Draft): boolean {
  return isSame(attributesOf('', toldBy(one, one)), attributesOf('', toldBy(other, other)))
}

/** Writes the snippets; the code carries the look, so that the launcher has it before anything is asked of the server. */
export function snippetsOf({ uuid, origin, pinned }: Embedding, told: NotificationKinds): Snippets {
  const attributes = attributesOf(uuid, told)
  const data = htmlOf(attributes, 'data-')
  const own = htmlOf(attributes, '')
  const url = `${origin}/widget.js`
  const script = scriptOf(url, attributes)
  // Calls have a socket: a policy asks for its scheme, too.
  const socket = origin.replace(/^http/, 'ws')
  const files = `connect-src ${origin} ${socket};\nimg-src ${origin};`
  return {
    tag: `<script src="${url}"${data} async></script>`,
    element: `<script src="${url}" async></script>\n\n<parley-chat${own}></parley-chat>`,
    inline: `<script src="${url}" async></script>\n\n<parley-chat${own} inline></parley-chat>`,
    module: [
      `import { createChat } from '${origin}/widget/parley.js'`,
      '',
      `const chat = createChat(${objectOf(attributes)})`,
    ].join('\n'),
    react: reactOf(script),
    pinned: pinned
      ? `<script src="${pinned.url}" integrity="${pinned.integrity}" crossorigin="anonymous"${data} async></script>`
      : undefined,
    copy: `<script src="/chat/widget.js" data-server="${origin}"${data} async></script>`,
    script: `<script>\n${script.join('\n')}\n</script>`,
    policy: `script-src ${origin};\n${files}`,
    copyPolicy: `script-src 'self';\n${files}`,
  }
}

/** The attributes of a look; what is usual is left out. */
export function lookAttributes(look: Look): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(storedLook(look)).map(([name, value]) => [name.replace('_', '-'), `${value}`]),
  )
}

/** Options in the code, beginning with the assistant. */
function attributesOf(
  uuid: string,
  { fallback, isInviting, ...look }: NotificationKinds,
): Attribute[] {
  return [
    ['assistant', uuid],
    ...Object.entries(lookAttributes(look)),
    ...(fallback ? [['fallback', fallback] as const] : []),
    ...(isInviting ? [['invite', ''] as const] : []),
  ]
}

function htmlOf(attributes: readonly Attribute[], prefix: string): string {
  return attributes
    .map(([name, value]) => ` ${prefix}${name}${value && `="${escapeValue(value)}"`}`)
    .join('')
}

function scriptOf(url: string, attributes: readonly Attribute[]): string[] {
  return [
    "const chat = document.createElement('script')",
    `chat.src = '${url}'`,
    ...attributes.map(([name, value]) => `chat.dataset.${camel(name)} = ${scriptText(value)}`),
    'document.head.append(chat)',
  ]
}

function reactOf(script: readonly string[]): string {
  return [
    "import { useEffect } from 'react'",
    '',
    'export function Chat() {',
    '  useEffect(() => {',
    ...script.map((line) => `    ${line}`),
    "    return () => document.querySelector('parley-chat')?.destroy()",
    '  }, [])',
    '  return null',
    '}',
  ].join('\n')
}

function objectOf(attributes: readonly Attribute[]): string {
  const lines = attributes.map(
    ([name, value]) => `  ${camel(name)}: ${value === '' ? 'true' : scriptText(value)},`,
  )
  return ['{', ...lines, '}'].join('\n')
}

const camel = (name: string): string =>
  name.replace(/-(.)/, (_, letter: string) => letter.toUpperCase())

/** A text in JavaScript that may stand in a `<script>`, too. */
const scriptText = (text: string): string => JSON.stringify(text).replaceAll('<', '\\u003c')

const escapeValue = (text: string): string =>
  text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`)
