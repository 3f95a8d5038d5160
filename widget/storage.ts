/** A browser's memory of an assistant's visitor. */
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
  /** Details given by the website or the visitor. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined
  readonly sound?: boolean | undefined
  /** An invitation was shown. */
  readonly invited?: boolean | undefined
  /** Changes with the outbox, which other tabs hear of by this. */
  readonly outbox?: string | undefined
}

const FIELDS = 'token subject conversation opening read draft variables sound invited outbox'.split(
  ' ',
)

export type Storage = ReturnType<typeof createStorage>

/**
 * The memory of one assistant's visitor: in localStorage, or for this page only where that is refused. Each thing has a
 * key of its own: tabs that write at the same moment take nothing back that another one has just written.
 */
export function createStorage(assistant: string) {
  const key = `parley:${assistant}`
  /** In-memory copy: a page may clear its storage while the chat is open, or have none. */
  let own: Record<string, string | undefined> = {}

  function read(): Memory {
    const memory: Record<string, unknown> = {}
    for (const field of FIELDS) {
      try {
        own[field] = localStorage[`${key}:${field}`] ?? own[field]
      } catch {
        // Refused: what this page knows has to do.
      }
      try {
        memory[field] = JSON.parse(own[field]!)
      } catch {
        // Nothing, or nothing of ours.
      }
    }
    return memory
  }

  function write(change: Memory): void {
    for (const [field, value] of Object.entries(change)) {
      own[field] = JSON.stringify(value)
      try {
        if (value === undefined) delete localStorage[`${key}:${field}`]
        else localStorage[`${key}:${field}`] = own[field]
      } catch {
        // It is known to this page.
      }
    }
  }

  /** Another tab has written, or forgotten everything. */
  function sync(): void {
    own = {}
  }

  /** Forgets everything. */
  function clear(): void {
    write(Object.fromEntries(FIELDS.map((field) => [field, undefined])))
  }

  return { key, read, write, clear, sync }
}
