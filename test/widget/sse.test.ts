import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSseParser, type ServerSentEvent } from '../../widget/sse.ts'

/** Parses a whole stream that arrives in the given chunks of bytes, as the widget does. */
function readPieces(pieces: readonly Uint8Array[]): ServerSentEvent[] {
  const events: ServerSentEvent[] = []
  const decoder = new TextDecoder()
  const parse = createSseParser((event) => events.push(event))
  for (const piece of pieces) parse(decoder.decode(piece, { stream: true }))
  return events
}

const read = (text: string) => readPieces([new TextEncoder().encode(text)])

const line = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n]/g, ''))
const sent = fc.record({
  id: fc.option(fc.integer({ min: 1, max: 1e9 }).map(String), { nil: undefined }),
  type: fc.constantFrom('message.created', 'message.delta', 'typing', 'ping'),
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  comment: fc.boolean(),
})
const ending = fc.constantFrom('\n', '\r', '\r\n')

test('events are parsed as sent, whatever the line endings and chunk boundaries', () => {
  const stream = fc.record({
    events: fc.array(sent, { maxLength: 8 }),
    end: ending,
    sizes: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 30 }),
  })
  fc.assert(
    fc.property(stream, ({ events, end, sizes }) => {
      const text = events
        .map(({ id, type, lines, comment }) =>
          [
            ...(comment ? [': still here'] : []),
            ...(id ? [`id: ${id}`] : []),
            `event: ${type}`,
            ...lines.map((data) => `data: ${data}`),
            '',
            '',
          ].join(end),
        )
        .join('')
      const bytes = new TextEncoder().encode(text)
      const pieces: Uint8Array[] = []
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = sizes[turn % sizes.length]!
        pieces.push(bytes.subarray(at, at + size))
        at += size
      }
      const expected = events.map(({ id, type, lines }) => ({ id, type, data: lines.join('\n') }))
      expect(readPieces(pieces)).toEqual(expected)
    }),
  )
})

test('an event without an id has none, even after one that had', () => {
  const events = read('id: 7\nevent: ping\ndata: {}\n\nevent: typing\ndata: {}\n\n')
  expect(events.map(({ id }) => id)).toEqual(['7', undefined])
})

test('an incomplete event is not delivered', () => {
  expect(read('event: ping\ndata: {}\n')).toEqual([])
})

test('comments, retry times and events without data are skipped', () => {
  expect(read(': hello\n\nretry: 1000\n\nevent: ping\n\n')).toEqual([])
})

test('only the single space after the colon is removed', () => {
  expect(read('data:  two\n\ndata:none\n\n').map(({ data }) => data)).toEqual([' two', 'none'])
})

test('line separators outside the format’s own stay in the text', () => {
  expect(read('data: a\u2028b\u0085c\n\n')).toMatchObject([{ data: 'a\u2028b\u0085c' }])
})
