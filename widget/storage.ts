import type { Entry } from './outbox.ts'
import { storageKey } from './storage-key.ts'

/** What a browser remembers about an assistant's visitor. */
export interface Memory {
  readonly token?: string | undefined
  readonly conversation?: string | undefined
  /** The client's own id of a conversation that is being opened. */
  readonly opening?: string | undefined
  /** Place of the last message that was seen. */
  readonly read?: number | undefined
  readonly draft?: string | undefined
  readonly outbox?: readonly Entry[] | undefined
}

export type Storage = ReturnType<typeof createStorage>

/** The memory of one assistant's visitor: in localStorage, or for this page only where that is refused. */
export function createStorage(assistant: string) {
  const key = storageKey(assistant)
  let own: Memory = {}
  let refused = false

  function read(): Memory {
    if (refused) return own
    try {
      own = parseMemory(localStorage.getItem(key))
    } catch {
      refused = true
    }
    return own
  }

  function write(change: Memory): void {
    own = { ...read(), ...change }
    if (refused) return
    try {
      localStorage.setItem(key, JSON.stringify(own))
    } catch {
      refused = true
    }
  }

  /** Calls when another tab has changed the memory. */
  function onForeignChange(listener: () => void, signal: AbortSignal): void {
    addEventListener('storage', (event) => event.key === key && listener(), { signal })
  }

  return { read, write, onForeignChange }
}

function parseMemory(text: string | null): Memory {
  try {
    const memory = JSON.parse(text ?? '{}')
    return { ...memory, outbox: Array.isArray(memory.outbox) ? memory.outbox : [] }
  } catch {
    return {}
  }
}
