import { effect, type Signal, signal } from '@preact/signals'

/** Browser storage, which may be blocked; values then last as long as the page. */
export type Keep = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The browser's storage, or an in-memory replacement if it is blocked. */
export function browserStorage(): Keep {
  try {
    localStorage.setItem('parley.probe', '1')
    localStorage.removeItem('parley.probe')
    return localStorage
  } catch {
    return memoryStorage()
  }
}

/** In-memory storage that lasts as long as the page. */
export function memoryStorage(): Keep {
  const entries = new Map<string, string>()
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  }
}

/** A signal persisted in storage. Values that `parse` rejects become the fallback. */
export function stored<value>(
  storage: Keep,
  key: string,
  parse: (text: string) => value | undefined,
  fallback: value,
): Signal<value> {
  const text = storage.getItem(key)
  const kept = signal((text === null ? undefined : parse(text)) ?? fallback)
  effect(() => {
    const { value } = kept
    if (value === fallback) storage.removeItem(key)
    else write(storage, key, String(value))
  })
  return kept
}

/** Typed text that survives a reload until it is sent, saved or cleared. */
export const storedText = (storage: Keep, key: string): Signal<string> =>
  stored(storage, key, (text) => text, '')

/** Like `stored`, for JSON values. */
export function storedJson<value>(
  storage: Keep,
  key: string,
  parse: (value: unknown) => value | undefined,
  fallback: value,
): Signal<value> {
  const kept = signal(parseJson(storage.getItem(key), parse) ?? fallback)
  effect(() => {
    const { value } = kept
    if (value === fallback) storage.removeItem(key)
    else write(storage, key, JSON.stringify(value))
  })
  return kept
}

function parseJson<value>(
  text: string | null,
  parse: (value: unknown) => value | undefined,
): value | undefined {
  try {
    return text === null ? undefined : parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Writes non-essential data: a full storage is ignored. */
export function write(storage: Keep, key: string, text: string): void {
  try {
    storage.setItem(key, text)
  } catch {
    storage.removeItem(key)
  }
}
