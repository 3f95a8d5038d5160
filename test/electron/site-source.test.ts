import { expect, test, vi } from 'vitest'
import { MAX_SOURCE, tagSources } from '../../electron/site-source.ts'

vi.mock('electron', async () => {
  const { fakeElectron } = await import('../desktop/standin/surface/fake.ts')
  return fakeElectron({ app: { getPath: () => '/dev/null/at/all' } })
})

const UUID = '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d'
const TAG = `<script data-assistant="${UUID}"></script>`

interface Given {
  readonly source?: string
  readonly type?: string
  /** Length that the headers promise. */
  readonly promised?: number
  /** Fails this command with this message. */
  readonly fails?: readonly [method: string, message: string]
}

/** Passes a page on and returns what was sent about its response, with the delivered source. */
async function pass({ source = '', type = 'text/html', promised, fails }: Given) {
  const sent: [string, { body?: string; errorReason?: string }][] = []
  let rest = Buffer.from(source, 'latin1')
  const sources = tagSources({
    frame: 'main',
    assistant: UUID,
    tag: TAG,
    async send(method, params = {}) {
      sent.push([method, params])
      if (method === fails?.[0]) throw new Error(fails[1])
      if (method === 'Fetch.takeResponseBodyAsStream') return { stream: 'one' }
      if (method !== 'IO.read') return {}
      const { size } = params as { size: number }
      const chunk = rest.subarray(0, size)
      rest = rest.subarray(size)
      return { data: chunk.toString('base64'), base64Encoded: true, eof: rest.length === 0 }
    },
  })
  const length = promised === undefined ? [] : [{ name: 'Content-Length', value: `${promised}` }]
  await sources.release({
    requestId: '1',
    frameId: 'main',
    responseStatusCode: 200,
    responseHeaders: [{ name: 'Content-Type', value: type }, ...length],
  })
  const { body } = sent.find(([method]) => method === 'Fetch.fulfillRequest')?.[1] ?? {}
  const delivered = body === undefined ? undefined : Buffer.from(body, 'base64').toString('latin1')
  return { methods: sent.map(([method]) => method), last: sent.at(-1), delivered, ...sources }
}

test('a long page is read in parts, and its bytes survive', async () => {
  const start = `<p>\u00fc\u00ff${'x'.repeat(3_000_000)}`
  const { delivered, isAdded } = await pass({ source: `${start}</BODY></html>` })
  expect(isAdded).toBe(true)
  expect(delivered === `${start}${TAG}</BODY></html>`).toBe(true)
})

test('an endless page is cut off, and one that says how large it is is not read', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const endless = await pass({ source: 'x'.repeat(4 * MAX_SOURCE) })
  expect(endless.methods.filter((method) => method === 'IO.read').length).toBeLessThan(8)
  expect(endless.methods).toContain('IO.close')
  expect(endless.last).toEqual(['Fetch.failRequest', { requestId: '1', errorReason: 'Aborted' }])
  const large = await pass({ promised: MAX_SOURCE + 1 })
  expect([large.methods, large.isAdded]).toEqual([['Fetch.continueRequest'], false])
})

test('a response that cannot be read is refused, unless its page has moved on', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const broken = await pass({ fails: ['IO.read', 'Invalid stream handle'] })
  expect(broken.methods.at(-1)).toBe('Fetch.failRequest')
  expect(log).toHaveBeenCalledOnce()
  const left = await pass({ fails: ['Fetch.takeResponseBodyAsStream', 'Invalid InterceptionId.'] })
  expect(left.methods).toEqual(['Fetch.takeResponseBodyAsStream'])
  expect(log).toHaveBeenCalledOnce()
})

test('a response of an unknown form is refused as well', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const sent: string[] = []
  const send = async (method: string) => void sent.push(method)
  const sources = tagSources({ frame: 'main', assistant: UUID, tag: TAG, send })
  await sources.release({ requestId: '1', frameId: 7 })
  await sources.release({})
  expect(sent).toEqual(['Fetch.failRequest'])
})

test('the tag stays out of scripts, and out of encodings that it would garble', async () => {
  const script = '<body><script>frame.write("<p></body>")</script>'
  expect((await pass({ source: script })).delivered).toBe(script + TAG)
  for (const [source, type] of [
    ['\u00ff\u00fe<\u0000p\u0000', 'text/html'],
    ['<\u0000p\u0000', 'text/html; charset=UTF-16LE'],
  ] as const) {
    const { delivered, isAdded } = await pass({ source, type })
    expect([delivered, isAdded]).toEqual([source, false])
  }
})

test('a page with the tag stays as it is', async () => {
  const source = TAG.toUpperCase()
  expect(await pass({ source })).toMatchObject({ delivered: source, isAdded: false })
})
