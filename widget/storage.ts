import { storageKey } from './storage-key.ts'

/** What a browser remembers about an assistant's visitor. */
export interface Memory {
  readonly token?: string | undefined
  /** Whom the website says the visitor is. */
  readonly subject?: string | undefined
  readonly conversation?: string | undefined
  /** The client's own id of a conversation that is to be opened. */
  readonly opening?: string | undefined
  /** Place of the last message that was seen. */
  readonly read?: number | undefined
  readonly draft?: string | undefined
  /** What the website or the visitor has told. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined
  readonly sound?: boolean | undefined
  /** An invitation was shown. */
  readonly invited?: boolean | undefined
  /** Changes with the outbox, which other tabs hear of by this. */
  readonly outbox?: string | undefined
}

export type Storage = ReturnType<typeof createStorage>

/** The memory of one assistant's visitor: in localStorage, or for this page only where that is refused. */
export function createStorage(assistant: string) {
  const key = storageKey(assistant)
  let own: Memory | undefined
  /** What was written last: a page may empty its storage with the chat open. */
  let last = '{}'

  function read(): Memory {
    if (own) return own
    try {
      last = localStorage[key] ?? last
      return JSON.parse(last)
    } catch {
      own = {}
      return own
    }
  }

  function write(change: Memory): void {
    const next = { ...read(), ...change }
    try {
      if (!own) localStorage[key] = last = JSON.stringify(next)
    } catch {
      own = next
    }
    if (own) own = next
  }

  /** Another tab has written, or forgotten everything. */
  function sync(): void {
    last = '{}'
  }

  /** Forgets everything. */
  function clear(): void {
    own &&= {}
    last = '{}'
    try {
      localStorage.removeItem(key)
    } catch {
      own = {}
    }
  }

  return { key, read, write, clear, sync }
}
