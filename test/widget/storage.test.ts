import { afterEach, expect, test, vi } from 'vitest'
import { createStorage } from '../../widget/storage.ts'
import { hasTalked } from '../../widget/storage-key.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** A browser whose storage refuses everything. */
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

test('everything is kept under one key of the assistant', () => {
  const storage = createStorage('a')
  storage.write({ token: 't', draft: 'half' })
  storage.write({ draft: undefined })
  expect(Object.keys(localStorage)).toEqual(['parley:a'])
  expect(createStorage('a').read()).toEqual({ token: 't' })
})

test('reading writes nothing', () => {
  expect(createStorage('a').read()).toEqual({})
  expect(hasTalked('a')).toBe(false)
  expect(localStorage).toHaveLength(0)
})

test('a visitor who has a token has talked here before, one with a draft has not', () => {
  const storage = createStorage('a')
  storage.write({ draft: 'the "token":"' })
  expect(hasTalked('a')).toBe(false)
  storage.write({ token: 't' })
  expect(hasTalked('a')).toBe(true)
})

test('what another tab writes is seen at once', () => {
  const [one, other] = [createStorage('a'), createStorage('a')]
  one.write({ token: 't' })
  other.write({ draft: 'd' })
  expect(one.read()).toEqual({ token: 't', draft: 'd' })
})

test('a browser that refuses storage remembers for as long as the page lives', () => {
  forbidStorage()
  const storage = createStorage('a')
  expect(storage.read()).toEqual({})
  storage.write({ token: 't' })
  storage.write({ draft: 'd' })
  expect(storage.read()).toEqual({ token: 't', draft: 'd' })
  expect(hasTalked('a')).toBe(false)
})

test('a full storage does not forget what was there', () => {
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

test('a spoiled memory is an empty one', () => {
  localStorage.setItem('parley:a', '{"token":')
  expect(createStorage('a').read()).toEqual({})
})
