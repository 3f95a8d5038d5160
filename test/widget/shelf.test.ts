import { afterEach, expect, test, vi } from 'vitest'
import { createShelf, type Entry } from '../../widget/shelf.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const entry = (client_id: string): Entry => ({
  client_id,
  content: `text of ${client_id}`,
  created_at: '2026-01-01T00:00:00.000Z',
  status: 'sending',
})

const ids = (entries: readonly Entry[]) => entries.map(({ client_id }) => client_id)

/** Ways in which a browser refuses a database: there is none, opening throws, or it fires an error. */
const REFUSALS = {
  'has no database': undefined,
  throws: {
    open() {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  },
  'answers with an error': {
    open() {
      const request = { error: new DOMException('No.', 'InvalidStateError'), onerror: () => {} }
      setTimeout(() => request.onerror())
      return request
    },
  },
}

test.each(Object.entries(REFUSALS))(
  'a browser that %s keeps messages for the life of the page, in order',
  async (_, indexedDB) => {
    vi.stubGlobal('indexedDB', indexedDB)
    const shelf = createShelf('parley:a')
    await shelf.put(entry('a'))
    await shelf.put(entry('b'))
    await shelf.put({ ...entry('a'), status: 'waiting' })
    expect(await shelf.all()).toMatchObject([
      { client_id: 'a', status: 'waiting' },
      { client_id: 'b', status: 'sending' },
    ])
    await shelf.remove(entry('a'))
    expect(ids(await shelf.all())).toEqual(['b'])
    await shelf.clear()
    expect(await shelf.all()).toEqual([])
    shelf.close()
  },
)

test('a tab without shared storage keeps its messages to itself, even with a database', async () => {
  const open = vi.fn()
  vi.stubGlobal('indexedDB', { open })
  const shelf = createShelf(undefined)
  await shelf.put(entry('a'))
  expect(ids(await shelf.all())).toEqual(['a'])
  expect(open).not.toHaveBeenCalled()
})
