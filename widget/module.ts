import { define, place } from './element.ts'
import { parseFlag } from './options.ts'
import type { ChatOptions, ParleyChatElement } from './parley.d.ts'

define(import.meta.url)

/** Adds a chat to the page, or returns the existing one of this assistant. */
export function createChat(options: ChatOptions): ParleyChatElement {
  // The style sheet only tests for the attribute's presence.
  const inline = parseFlag(options.inline?.toString()) || undefined
  const written = Object.entries({ ...options, inline }).filter(([, value]) => value !== undefined)
  return place(
    Object.fromEntries(
      written.map(([name, value]) => [name.replace(/[A-Z]/g, '-$&').toLowerCase(), `${value}`]),
    ),
  )
}
