import { signal } from '@preact/signals'
import type { Author } from '#contracts/messages.ts'
import type { LiveEvent } from './live.ts'

/** The widget repeats itself every few seconds; the assistant says it once per answer. In ms. */
const LASTS: Record<Author, number> = { visitor: 8000, operator: 8000, assistant: 120_000 }

export type TypingNow = ReturnType<typeof createTypingNow>

/** Who is typing, in every conversation. */
export function createTypingNow() {
  const active = signal<ReadonlySet<string>>(new Set())
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  function set(key: string, isActive: boolean, ms = 0): void {
    clearTimeout(timers.get(key))
    timers.delete(key)
    if (isActive) timers.set(key, setTimeout(set, ms, key, false))
    if (active.value.has(key) === isActive) return
    const next = new Set(active.value)
    if (isActive) next.add(key)
    else next.delete(key)
    active.value = next
  }

  return {
    /** Whether somebody is typing in a conversation now. */
    is: (conversation: string, author: Author) => active.value.has(keyOf(conversation, author)),
    apply({ type, data }: LiveEvent): void {
      if (type === 'typing')
        set(keyOf(data.conversation_id, data.author), data.active, LASTS[data.author])
      else if (type === 'message.created' && data.message.author !== 'assistant')
        set(keyOf(data.conversation_id, data.message.author), false)
    },
    /** After a cut nobody is known to be typing. */
    forget(): void {
      for (const key of [...active.value]) set(key, false)
    },
  }
}

const keyOf = (conversation: string, author: Author) => `${conversation} ${author}`
