import type { Embedding } from '#contracts/embedding.ts'
import { DEFAULT_LOOK, type Look } from './look.ts'

/** The ways an assistant gets onto a website, as text to copy. */
export interface Snippets {
  /** The tag: always the newest widget of this Parley. */
  readonly tag: string
  /** The tag of exactly this launcher, with its hash; undefined when the widget is not built. */
  readonly pinned: string | undefined
  /** For sites that put scripts together themselves. */
  readonly script: string
  readonly react: string
  /** What a website's content security policy must allow. */
  readonly policy: string
}

/** Writes the snippets; the tag carries the look, so that the launcher has it before anything is asked of the server. */
export function snippetsOf({ uuid, origin, pinned }: Embedding, look: Look): Snippets {
  const data = dataOf(uuid, look)
  const attributes = data.map(([name, value]) => ` data-${name}="${escapeValue(value)}"`).join('')
  const url = `${origin}/widget.js`
  return {
    tag: `<script src="${url}"${attributes} async></script>`,
    pinned: pinned
      ? `<script src="${pinned.url}" integrity="${pinned.integrity}" crossorigin="anonymous"${attributes} async></script>`
      : undefined,
    script: [
      "const chat = document.createElement('script')",
      `chat.src = '${url}'`,
      ...data.map(([name, value]) => `chat.dataset.${name} = ${JSON.stringify(value)}`),
      'document.head.append(chat)',
    ].join('\n'),
    react: [
      "import { useEffect } from 'react'",
      '',
      'export function Chat() {',
      '  useEffect(() => {',
      "    const chat = document.createElement('script')",
      `    chat.src = '${url}'`,
      ...data.map(([name, value]) => `    chat.dataset.${name} = ${JSON.stringify(value)}`),
      '    document.head.append(chat)',
      "    return () => document.querySelector('parley-chat')?.destroy()",
      '  }, [])',
      '  return null',
      '}',
    ].join('\n'),
    policy: `script-src ${origin};\nconnect-src ${origin};`,
  }
}

/** What the tag says, beginning with whom it shows; what is usual is left out. */
function dataOf(uuid: string, look: Look): (readonly [name: string, value: string])[] {
  const differing = (Object.keys(look) as (keyof Look)[]).filter(
    (name) => look[name] !== DEFAULT_LOOK[name],
  )
  return [['assistant', uuid], ...differing.map((name) => [name, look[name]] as const)]
}

const escapeValue = (text: string): string =>
  text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`)
