import type { Sealing } from '../../../db/sealing.ts'

/*
 * Secrets inside JSON: the rest of it stays readable, for triggers and for people. A secret whose key is not here reads as
 * empty, and what is stored stays as long as nothing else is written in its place.
 */

/** Maps every secret in a text. */
export type EachSecret = (text: string, change: (secret: string) => string) => string

interface Header {
  readonly name: string
  readonly value: string
}

type Tool = Readonly<Record<string, unknown>>

const KEY = 'calendar_api_key'

/** A text that is a single secret. */
export const whole: EachSecret = (text, change) => change(text)

/** Header values of a tool. */
export const inHeaders: EachSecret = (text, change) =>
  JSON.stringify(
    (JSON.parse(text) as Header[]).map((header) => ({ ...header, value: change(header.value) })),
  )

const inEach = (tools: readonly Tool[], change: (secret: string) => string) =>
  tools.map((tool) =>
    typeof tool[KEY] === 'string' ? { ...tool, [KEY]: change(tool[KEY]) } : tool,
  )

/** Calendar keys among an assistant's built-in tools. */
export const inTools: EachSecret = (text, change) =>
  text.includes(KEY) ? JSON.stringify(inEach(JSON.parse(text), change)) : text

/** The same within all settings of an assistant. */
export const inSettings: EachSecret = (text, change) => {
  if (!text.includes(KEY)) return text
  const settings = JSON.parse(text)
  return JSON.stringify({ ...settings, tools: inEach(settings.tools ?? [], change) })
}

/** A kind of secret: its name in the vault, and its places in a text. */
export interface Kind {
  readonly name: string
  readonly each: EachSecret
}

export const TOOL_HEADERS: Kind = { name: 'tool header', each: inHeaders }
export const CALENDAR_KEYS: Kind = { name: 'calendar key', each: inTools }
export const CALENDAR_KEYS_KEPT: Kind = { name: 'calendar key', each: inSettings }
export const MCP_SIGN_IN: Kind = { name: 'mcp sign-in', each: whole }

/** A text with its secrets decrypted. */
export const opened = (sealing: Sealing, { name, each }: Kind, text: string): string =>
  each(text, (sealed) => sealing.open(name, sealed) ?? '')

/** A text with its secrets encrypted; a secret that is empty because its key is unavailable keeps its value from `stored`. */
export function sealed(
  sealing: Sealing,
  { name, each }: Kind,
  text: string,
  stored?: string,
): string {
  const locked: string[] = []
  if (stored !== undefined)
    each(stored, (secret) => {
      locked.push(sealing.open(name, secret) === undefined ? secret : '')
      return secret
    })
  let place = 0
  return each(text, (secret) => {
    const before = locked[place++]
    if (secret !== '') return sealing.seal(name, secret)
    return before ?? ''
  })
}
