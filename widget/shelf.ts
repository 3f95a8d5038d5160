/** A file of a message; `id` once it is at the server. */
export interface Parcel {
  readonly name: string
  readonly type: string
  readonly blob: Blob
  readonly id?: number
}

/** A message on its way: being sent, waiting for the next try, or refused by the server. */
export interface Entry {
  readonly client_id: string
  /** The conversation it is for, or the client's own id of one that it opens. */
  readonly conversation?: string | undefined
  readonly opening?: string | undefined
  readonly content: string
  readonly created_at: string
  readonly status: 'sending' | 'waiting' | 'refused'
  /** Reason for the server's refusal. */
  readonly reason?: string
  readonly files?: readonly Parcel[]
  /** Its place in the queue. */
  readonly order?: number
}

const STORE = 'outbox'
/** A store that has not opened by now is none, ms. */
const PATIENCE = 1000

export type Shelf = ReturnType<typeof createShelf>

/** Queue of waiting messages: in IndexedDB, which outlives the page, or in memory where that is refused. */
export function createShelf(name: string) {
  const own = new Map<string, Entry>()
  let database: Promise<IDBDatabase> | undefined

  function open(): Promise<IDBDatabase> {
    database ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(name, 1)
      request.onupgradeneeded = () =>
        request.result.createObjectStore(STORE, { keyPath: 'order', autoIncrement: true })
      request.onsuccess = () => resolve(request.result)
      request.onerror = request.onblocked = () => reject(request.error)
      setTimeout(reject, PATIENCE)
    })
    return database
  }

  /** Does one thing and resolves when it is on the disk. */
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

  /** Keeps a message, or what has changed about it. */
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
