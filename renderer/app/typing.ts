import { signal } from '@preact/signals'
import type { Author } from '#contracts/messages.ts'
import type { LiveEvent } from './live.ts'

/** Expiry of a typing state, ms. The widget repeats it every few seconds; the assistant reports it once per answer. */
const EXPIRY_MS: Record<Author, number> = { visitor: 8000, operator: 8000, assistant: 120_000 }

export type TypingNow = ReturnType<typeof createTypingNow>

/** People who are typing, by conversation. */
export function createTypingNow() {
  /** Typing participants, with the text that the desk may see. */
  const active = signal<ReadonlyMap<string, string>>(new Map())
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  function begin(key: string, text: string, ms: number): void {
    clearTimeout(timers.get(key))
    timers.set(key, setTimeout(end, ms, key))
    if (active.value.get(key) === text) return
    active.value = new Map(active.value).set(key, text)
  }

  function end(key: string): void {
    clearTimeout(timers.get(key))
    timers.delete(key)
    if (!active.value.has(key)) return
    const next = new Map(active.value)
    next.delete(key)
    active.value = next
  }

  return {
    /** Reports whether somebody is typing in a conversation now. */
    is: (conversation: string, author: Author) => active.value.has(keyOf(conversation, author)),
    /** Text so far, never stored: a visitor's if the assistant allows it, and that of a call. */
    textOf: (conversation: string, author: Author) =>
      active.value.get(keyOf(conversation, author)) ?? '',
    apply({ type, data }: LiveEvent): void {
      if (type === 'typing') {
        const key = keyOf(data.conversation_id, data.author)
        if (data.active) begin(key, data.text ?? '', EXPIRY_MS[data.author])
        else end(key)
      } else if (type === 'message.created' && data.message.status !== 'streaming')
        end(keyOf(data.conversation_id, data.message.author))
    },
    /** Clears everything after a reconnect, when typing states are unknown. */
    forget(): void {
      for (const key of [...active.value.keys()]) end(key)
    },
  }
}

const keyOf = (conversation: string, author: Author) => `${conversation} ${author}`
