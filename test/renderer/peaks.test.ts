import { expect, test } from 'vitest'
import { readPeaks } from '../../renderer/screens/calls/peaks.ts'
import { wavFile } from '../../server/media/wav.ts'

/** A file that arrives in chunks of so many bytes. */
const inPieces = (bytes: Uint8Array, size: number) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
      controller.close()
    },
  })

const levels = (...shares: number[]) =>
  Int16Array.from(shares.flatMap((share) => Array<number>(100).fill(Math.round(share * 0x7fff))))

test.each([1, 7, 64, 100_000])(
  'each channel has its peaks, in chunks of %i bytes',
  async (size) => {
    const caller = levels(0, 0.5, 0, 0)
    const assistant = levels(0, 0, -1, 0.25)
    const file = wavFile({ encoding: 'pcm16', rate: 16_000, channels: 2 }, [caller, assistant], {
      INAM: 'odd',
    })
    const peaks = await readPeaks(inPieces(file, size), 4)
    expect(peaks!.map((channel) => channel.map((level) => Math.round(level * 100)))).toEqual([
      [0, 50, 0, 0],
      [0, 0, 100, 25],
    ])
  },
)

test('an 8-bit file is read, and an unsupported one has no waveform', async () => {
  const narrow = wavFile({ encoding: 'pcm8', rate: 8000, channels: 1 }, [levels(0, 1)])
  const [channel] = (await readPeaks(inPieces(narrow, 50), 2))!
  expect(channel![0]).toBeLessThan(0.02)
  expect(channel![1]).toBeGreaterThan(0.98)
  const law = wavFile({ encoding: 'mulaw', rate: 8000, channels: 1 }, [levels(1)])
  expect(await readPeaks(inPieces(law, 50), 2)).toBeUndefined()
  const text = new TextEncoder().encode('<!doctype html>')
  expect(await readPeaks(inPieces(text, 50), 2)).toBeUndefined()
  expect(await readPeaks(inPieces(narrow.slice(0, 10), 50), 2)).toBeUndefined()
})
