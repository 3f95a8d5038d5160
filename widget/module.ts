import { define, place } from './element.ts'
import { parseFlag } from './options.ts'
import type { ChatOptions, ParleyChatElement } from './parley.d.ts'

define(import.meta.url)

/** Puts a chat on the page, or finds the one of this assistant that is there. */
export function createChat(options: ChatOptions): ParleyChatElement {
  // The style sheet asks only whether it is there.
  const inline = parseFlag(options.inline?.toString()) || undefined
  const written = Object.entries({ ...options, inline }).filter(([, value]) => value !== undefined)
  return place(
    Object.fromEntries(
      written.map(([name, value]) => [name.replace(/[A-Z]/g, '-$&').toLowerCase(), `${value}`]),
    ),
  )
}
