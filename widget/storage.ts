import { storageKey } from './storage-key.ts'

/** A message on its way: being sent, waiting for the next try, or refused by the server. */
export interface Entry {
  readonly client_id: string
  readonly content: string
  readonly created_at: string
  readonly status: 'sending' | 'waiting' | 'refused'
  /** Why the server refused it. */
  readonly reason?: string
}

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
  let own: Memory | undefined

  function read(): Memory {
    if (own) return own
    try {
      return JSON.parse(localStorage[key] ?? '{}')
    } catch {
      own = {}
      return own
    }
  }

  function write(change: Memory): void {
    const next = { ...read(), ...change }
    try {
      if (!own) localStorage[key] = JSON.stringify(next)
    } catch {
      own = next
    }
    if (own) own = next
  }

  return { key, read, write }
}
