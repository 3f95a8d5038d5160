import { define, place } from './element.ts'
import type { ChatOptions, ParleyChatElement } from './parley.d.ts'

define(import.meta.url)

/** Puts a chat on the page, or finds the one of this assistant that is there. */
export function createChat(options: ChatOptions): ParleyChatElement {
  const written = Object.entries(options).filter(([, value]) => value !== undefined)
  return place(
    Object.fromEntries(
      written.map(([name, value]) => [name.replace(/[A-Z]/g, '-$&').toLowerCase(), `${value}`]),
    ),
  )
}
