/** A file of a message; `id` is set once it is uploaded. */
export interface Parcel {
  readonly name: string
  readonly type: string
  readonly blob: Blob
  readonly id?: number
}

/** An unsent message: being sent, waiting for the next attempt, or refused by the server. */
export interface Entry {
  readonly client_id: string
  /** The conversation it belongs to, or the client-generated id of the one it opens. */
  readonly conversation?: string | undefined
  readonly opening?: string | undefined
  readonly content: string
  readonly created_at: string
  readonly status: 'sending' | 'waiting' | 'refused'
  /** Reason for the server's refusal. */
  readonly reason?: string
  readonly files?: readonly Parcel[]
  /** Position in the queue. */
  readonly order?: number
}

const STORE = 'outbox'
/** Time after which a database that has not opened counts as unavailable, ms. */
const OPEN_TIMEOUT = 1000

export type Shelf = ReturnType<typeof createShelf>

/** Storage of unsent messages: IndexedDB, which survives a page reload, or memory without a name or if that is refused. */
export function createShelf(name: string | undefined) {
  const own = new Map<string, Entry>()
  let database: Promise<IDBDatabase> | undefined

  function open(): Promise<IDBDatabase> {
    database ??= new Promise((resolve, reject) => {
      if (!name) throw 0
      const request = indexedDB.open(name, 1)
      request.onupgradeneeded = () =>
        request.result.createObjectStore(STORE, { keyPath: 'order', autoIncrement: true })
      request.onsuccess = () => resolve(request.result)
      request.onerror = request.onblocked = () => reject(request.error)
      setTimeout(reject, OPEN_TIMEOUT)
    })
    return database
  }

  /** Performs one operation; resolves once it is on disk. */
  async function does<result>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<result>,
  ): Promise<result> {
    const transaction = (await open()).transaction(STORE, mode, { durability: 'strict' })
    return new Promise((resolve, reject) => {
      const request = work(transaction.objectStore(STORE))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = transaction.onerror = () => reject(transaction.error)
    })
  }

  /** Waiting messages, oldest first. */
  async function all(): Promise<Entry[]> {
    const kept = await does('readonly', (store) => store.getAll() as IDBRequest<Entry[]>).catch(
      () => [],
    )
    return [...kept, ...own.values()]
  }

  /** Adds or updates a message. */
  async function put(entry: Entry): Promise<void> {
    try {
      if (own.has(entry.client_id)) throw 0
      await does('readwrite', (store) => store.put(entry))
    } catch {
      own.set(entry.client_id, entry)
    }
  }

  async function remove({ client_id, order }: Entry): Promise<void> {
    own.delete(client_id)
    if (order) await does('readwrite', (store) => store.delete(order)).catch(() => {})
  }

  async function clear(): Promise<void> {
    own.clear()
    await does('readwrite', (store) => store.clear()).catch(() => {})
  }

  return {
    all,
    put,
    remove,
    clear,
    close: () => void database?.then((opened) => opened.close()).catch(() => {}),
  }
}
