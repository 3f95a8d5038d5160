import type { JsonObject } from './scalars.ts'
import { type Look, lookOf, storedLook } from './widget-look.ts'

/** Settings that an assistant's embed code carries, so that the launcher can render without a request. */
export interface TagOptions {
  readonly look: Look
  /** Contact when the chat is unavailable; empty for none. */
  readonly fallback: string
  /** The invitation appears automatically. */
  readonly isInviting: boolean
}

/** An attribute of `<parley-chat>`; the script tag has it with the prefix `data-`. */
export type TagAttribute = readonly [name: string, value: string]

/** Options of the embed code from stored `widget_settings`; invalid values are replaced by defaults. */
export function tagOptionsOf(settings: JsonObject): TagOptions {
  const { fallback, invitation } = settings
  const { text } = (invitation ?? {}) as JsonObject
  return {
    look: lookOf(settings),
    fallback: typeof fallback === 'string' ? fallback.trim() : '',
    isInviting: typeof text === 'string' && text.trim() !== '',
  }
}

/** Attributes of the embed code, starting with the assistant; defaults are omitted. */
export function tagAttributes(
  uuid: string,
  { look, fallback, isInviting }: TagOptions,
): TagAttribute[] {
  return [
    ['assistant', uuid],
    ...lookAttributes(look),
    ...(fallback ? [['fallback', fallback] as const] : []),
    ...(isInviting ? [['invite', ''] as const] : []),
  ]
}

/** Attributes of a look; defaults are omitted. */
export function lookAttributes(look: Look): TagAttribute[] {
  return Object.entries(storedLook(look)).map(([name, value]) => [
    name.replace('_', '-'),
    `${value}`,
  ])
}

/** The attributes as HTML, each preceded by a space. */
export function attributesHtml(attributes: readonly TagAttribute[], prefix: '' | 'data-'): string {
  return attributes
    .map(([name, value]) => ` ${prefix}${name}${value && `="${escapeValue(value)}"`}`)
    .join('')
}

/** Script tag for the latest widget of the Parley at an origin. */
export const scriptTag = (origin: string, attributes: readonly TagAttribute[]): string =>
  `<script src="${origin}/widget.js"${attributesHtml(attributes, 'data-')} async></script>`

const escapeValue = (text: string): string =>
  text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`)
