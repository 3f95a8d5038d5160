import { afterEach, expect, test, vi } from 'vitest'
import type { ChatModel } from '../../widget/model.ts'
import { warnOfLoopback } from '../../widget/more/diagnosis.ts'

afterEach(() => vi.unstubAllGlobals())

/** Console warnings of a page, whose origin a sandbox may hide, about a Parley at an address. */
function warningsOf(page: string, parley: string, frame = page): unknown[] {
  vi.stubGlobal('location', { origin: page })
  vi.stubGlobal('origin', frame)
  using warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.useFakeTimers()
  warnOfLoopback(parley, {} as ChatModel)
  vi.useRealTimers()
  return warn.mock.calls
}

const SHOP = 'https://shop.example.com'

test.each(['http://127.0.0.1:4317', 'http://localhost:4317', 'http://[::1]:4317'])(
  'a public page is warned that other people cannot reach %s',
  (parley) => {
    const warning = expect.stringContaining(`${parley} is this machine only`)
    expect(warningsOf(SHOP, parley)).toEqual([[warning]])
    expect(warningsOf('null', parley, SHOP)).toEqual([[warning]])
  },
)

test.each([
  'http://localhost:8080',
  'http://127.0.0.2:8080',
  'http://shop.localhost',
  'http://[::1]',
  'null',
])('a page at %s may use a Parley on its own machine', (page) => {
  expect(warningsOf(page, 'http://127.0.0.1:4317')).toEqual([])
})

test.each(['https://chat.example.com', 'https://localhost.example.com', 'https://127.example.com'])(
  '%s is public, so there is no warning',
  (parley) => {
    expect(warningsOf(SHOP, parley)).toEqual([])
  },
)
