/** Data a browser remembers about an assistant's visitor. */
export interface Memory {
  readonly token?: string | undefined
  /** The visitor's identity according to the website. */
  readonly subject?: string | undefined
  readonly conversation?: string | undefined
  /** Client-generated id of a conversation about to be opened. */
  readonly opening?: string | undefined
  /** `seq` of the last message seen. */
  readonly read?: number | undefined
  readonly draft?: string | undefined
  /** Details given by the website or the visitor. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined
  readonly sound?: boolean | undefined
  /** True if the chat was open on the previous page of this tab. */
  readonly open?: boolean | undefined
  /** Scroll position of the previous page of this tab, px. */
  readonly top?: number | undefined
  /** True once an invitation was shown. */
  readonly invited?: boolean | undefined
  /** Changes with the outbox, to notify other tabs. */
  readonly outbox?: string | undefined
}

const FIELDS =
  'token subject conversation opening read draft variables sound open top invited outbox'.split(' ')

/** Store of a field: the tab's own for the state of its panel, else that of the browser. */
const placeOf = (field: string) => (/^(open|top)$/.test(field) ? sessionStorage : localStorage)

/**
 * Name for locks, channels and databases, which tabs share as they share the storage; undefined if that is refused: such
 * a tab has a visitor of its own, and nothing in common with the others of its site.
 */
function nameShared(key: string): string | undefined {
  try {
    return localStorage && key
  } catch {}
}

export type Storage = ReturnType<typeof createStorage>

/**
 * Data about one assistant's visitor: in localStorage, or in memory for this page if that is refused. Each field has its
 * own key, so tabs that write at the same time do not overwrite each other's fields.
 */
export function createStorage(assistant: string) {
  const key = `parley:${assistant}`
  /** In-memory copy: the page may clear its storage while the chat is open, or have none. */
  let own: Record<string, string | undefined> = {}

  function read(): Memory {
    const memory: Record<string, unknown> = {}
    for (const field of FIELDS) {
      try {
        own[field] = placeOf(field)[`${key}:${field}`] ?? own[field]
      } catch {
        // Storage refused: fall back to the in-memory copy.
      }
      try {
        memory[field] = JSON.parse(own[field]!)
      } catch {
        // Missing, or not written by Parley.
      }
    }
    return memory
  }

  function write(change: Memory): void {
    for (const [field, value] of Object.entries(change)) {
      own[field] = JSON.stringify(value)
      try {
        if (value === undefined) delete placeOf(field)[`${key}:${field}`]
        else placeOf(field)[`${key}:${field}`] = own[field]
      } catch {
        // Kept in memory.
      }
    }
  }

  /** Drops the in-memory copy after another tab has written or cleared the storage. */
  function sync(): void {
    own = {}
  }

  /** Forgets everything. */
  function clear(): void {
    write(Object.fromEntries(FIELDS.map((field) => [field, undefined])))
  }

  return { key: nameShared(key), read, write, clear, sync }
}
