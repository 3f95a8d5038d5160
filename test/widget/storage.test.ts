import { afterEach, expect, test, vi } from 'vitest'
import { createStorage } from '../../widget/storage.ts'
import { isKnown } from '../../widget/storage-key.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** A browser whose storage rejects everything. */
function forbidStorage(): void {
  vi.stubGlobal(
    'localStorage',
    new Proxy(
      {},
      {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
        set() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      },
    ),
  )
}

test('each item has its own key, so that tabs do not overwrite each other', () => {
  const storage = createStorage('a')
  storage.write({ token: 't', draft: 'half' })
  storage.write({ draft: undefined, read: 3 })
  expect({ ...localStorage }).toEqual({ 'parley:a:token': '"t"', 'parley:a:read': '3' })
  expect(createStorage('a').read()).toEqual({ token: 't', read: 3 })
})

test('reading writes nothing', () => {
  expect(createStorage('a').read()).toEqual({})
  expect(isKnown('a')).toBeFalsy()
  expect(localStorage).toHaveLength(0)
})

test('a visitor who has used the chat is known until forgotten', () => {
  const storage = createStorage('a')
  storage.write({ token: 't', draft: 'half' })
  expect([isKnown('a'), isKnown('b')].map(Boolean)).toEqual([true, false])
  storage.clear()
  expect(isKnown('a')).toBeFalsy()
  expect(storage.read()).toEqual({})
})

test('a page that clears its storage while the chat is open takes nothing from it', () => {
  const storage = createStorage('a')
  storage.write({ token: 't', draft: 'half' })
  localStorage.clear()
  expect(storage.read()).toEqual({ token: 't', draft: 'half' })
  storage.write({ draft: '' })
  expect(storage.read()).toEqual({ token: 't', draft: '' })
})

test('forgetting in another tab is respected', () => {
  const [one, other] = [createStorage('a'), createStorage('a')]
  one.write({ token: 't' })
  expect(other.read()).toEqual({ token: 't' })
  one.clear()
  other.sync()
  expect(other.read()).toEqual({})
})

test('what another tab writes is seen at once', () => {
  const [one, other] = [createStorage('a'), createStorage('a')]
  one.write({ token: 't' })
  other.write({ draft: 'd' })
  expect(one.read()).toEqual({ token: 't', draft: 'd' })
})

test('a browser that refuses storage remembers for the life of the page', () => {
  forbidStorage()
  const storage = createStorage('a')
  expect(storage.read()).toEqual({})
  storage.write({ token: 't' })
  storage.write({ draft: 'd' })
  expect(storage.read()).toEqual({ token: 't', draft: 'd' })
  expect(isKnown('a')).toBeFalsy()
})

test('only tabs with storage share a channel name with others', () => {
  expect(createStorage('a').key).toBe('parley:a')
  const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')!
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('Denied', 'SecurityError')
    },
  })
  const denied = createStorage('a')
  Object.defineProperty(globalThis, 'localStorage', own)
  expect(denied.key).toBeUndefined()
})

test('a full storage keeps what was there', () => {
  const storage = createStorage('a')
  storage.write({ token: 't' })
  vi.stubGlobal(
    'localStorage',
    new Proxy(localStorage, {
      set() {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }),
  )
  storage.write({ draft: 'd' })
  expect(storage.read()).toEqual({ token: 't', draft: 'd' })
})

test('corrupt storage is treated as empty', () => {
  localStorage.setItem('parley:a:token', '{"token":')
  expect(createStorage('a').read()).toEqual({})
})
