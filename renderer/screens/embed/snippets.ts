import type { Embedding } from '#contracts/assistant-embedding.ts'
import type { Look } from '#contracts/widget-look.ts'
import {
  attributesHtml,
  scriptTag,
  type TagAttribute,
  type TagOptions,
  tagAttributes,
} from '#contracts/widget-tag.ts'
import { isSame } from '../../app/same.ts'
import type { Draft } from './draft.ts'

/** Options of the embed code besides the assistant. */
export interface CodeOptions extends TagOptions {
  /** Public key of the answer pack next to an own copy. */
  readonly answersKey?: string | undefined
}

/** Embed code of an assistant in all variants. */
export interface Snippets {
  /** Tag for the latest widget of this Parley. */
  readonly tag: string
  readonly element: string
  /** The chat as an inline part of the page. */
  readonly inline: string
  readonly module: string
  readonly react: string
  /** Tag for exactly this version, with its integrity hash; undefined if the widget has not been built. */
  readonly pinned: string | undefined
  /** Tag for a self-hosted copy. */
  readonly copy: string
  /** For places that accept only scripts, such as tag managers. */
  readonly script: string
  /** Directives that a website's content security policy must allow. */
  readonly policy: string
  readonly copyPolicy: string
}

/** Options of the embed code from a draft. */
export function optionsOf(look: Look, { fallback, invitation }: Draft): TagOptions {
  return { look, fallback: fallback.trim(), isInviting: invitation.isOn }
}

/** Reports whether two drafts produce the same code; otherwise it must be pasted again. */
export function isSameCode(one: Draft, other: Draft): boolean {
  return isSame(tagAttributes('', optionsOf(one, one)), tagAttributes('', optionsOf(other, other)))
}

/** Generates the snippets. The code includes the look, so that the launcher can render without a request. */
export function snippetsOf({ uuid, origin, pinned }: Embedding, options: CodeOptions): Snippets {
  const attributes = tagAttributes(uuid, options)
  const data = attributesHtml(attributes, 'data-')
  const { answersKey } = options
  const answers = answersKey ? ` data-answers="${answersKey}"` : ''
  const own = attributesHtml(attributes, '')
  const url = `${origin}/widget.js`
  const script = scriptOf(url, attributes)
  // Calls use a WebSocket, whose scheme the policy must allow separately.
  const socket = origin.replace(/^http/, 'ws')
  const files = `connect-src ${origin} ${socket};\nimg-src ${origin};`
  return {
    tag: scriptTag(origin, attributes),
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
    copy: `<script src="/chat/widget.js" data-server="${origin}"${data}${answers} async></script>`,
    script: `<script>\n${script.join('\n')}\n</script>`,
    policy: `script-src ${origin};\n${files}`,
    copyPolicy: `script-src 'self';\n${answers ? files.replace('connect-src', "connect-src 'self'") : files}`,
  }
}

function scriptOf(url: string, attributes: readonly TagAttribute[]): string[] {
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

function objectOf(attributes: readonly TagAttribute[]): string {
  const lines = attributes.map(
    ([name, value]) => `  ${camel(name)}: ${value === '' ? 'true' : scriptText(value)},`,
  )
  return ['{', ...lines, '}'].join('\n')
}

const camel = (name: string): string =>
  name.replace(/-(.)/, (_, letter: string) => letter.toUpperCase())

/** A JavaScript string literal that is safe within `<script>`. */
const scriptText = (text: string): string => JSON.stringify(text).replaceAll('<', '\\u003c')
