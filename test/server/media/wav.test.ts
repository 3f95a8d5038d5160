import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createWavWriter,
  readWav,
  readWavHead,
  recoveredHead,
  type WavFormat,
  wavFile,
} from '../../../server/media/wav.ts'

const STEREO: WavFormat = { encoding: 'pcm16', rate: 8000, channels: 2 }
const ramp = (length: number, step = 7) => Int16Array.from({ length }, (_, at) => at * step)

/** A file written frame by frame, as it is on disk after each one. */
function written(format: WavFormat, seconds: number) {
  const writer = createWavWriter(format)
  const parts = [Buffer.from(writer.header)]
  const frame = Array.from({ length: format.channels }, () => ramp(format.rate / 50))
  for (let count = 0; count < seconds * 50; count += 1) {
    const block = writer.push(frame)
    if (block.length > 0) parts.push(Buffer.from(block))
  }
  return { writer, parts }
}

test('samples are read back as written, in any lengths', () => {
  fc.assert(
    fc.property(
      fc.array(fc.int16Array({ maxLength: 5000 }), { maxLength: 5 }),
      fc.boolean(),
      (chunks, isStereo) => {
        const channels = (chunk: Int16Array) =>
          isStereo ? [chunk, chunk.map((sample) => -1 - sample)] : [chunk]
        const format: WavFormat = { encoding: 'pcm16', rate: 8000, channels: isStereo ? 2 : 1 }
        const writer = createWavWriter(format)
        const blocks = chunks.map((chunk) => writer.push(channels(chunk)))
        const { rest, header } = writer.end()
        const file = Buffer.concat([header, ...blocks, rest])
        const whole = Int16Array.from(chunks.flatMap((chunk) => [...chunk]))
        expect(readWav(file)).toEqual({ ...format, samples: channels(whole) })
        expect(file).toEqual(wavFile(format, channels(whole)))
      },
    ),
  )
})

test('a file is written in blocks of one second', () => {
  const { writer, parts } = written(STEREO, 2.5)
  expect(parts.slice(1).map(({ length }) => length)).toEqual([32_000, 32_000])
  expect(writer.end().rest.length).toBe(16_000)
})

test('a file describes itself, with correct lengths', () => {
  const file = Buffer.from(
    wavFile({ encoding: 'pcm8', rate: 8000, channels: 1 }, [ramp(3)], { ICMT: 'A test' }),
  )
  expect(file.readUInt32LE(4)).toBe(file.length - 8)
  // Including its terminator the text has an odd length, so it is padded.
  const list = file.indexOf('LIST')
  expect(file.readUInt32LE(list + 4)).toBe(20)
  expect(file.toString('latin1', list + 8, list + 28)).toBe('INFOICMT\x07\0\0\0A test\0\0')
  expect(readWav(file).samples[0]).toHaveLength(3)
})

test('G.711 and 8 bits keep what their resolution allows', () => {
  const pcm = Int16Array.of(0, 1000, -1000, 20_000, -20_000, 32_767, -32_768)
  for (const encoding of ['mulaw', 'alaw', 'pcm8'] as const) {
    const [back] = readWav(wavFile({ encoding, rate: 8000, channels: 1 }, [pcm])).samples
    pcm.forEach((sample, at) => {
      expect(Math.abs(back![at]! - sample)).toBeLessThan(130 + Math.abs(sample) / 30)
    })
  }
})

test('a file truncated at any byte is recovered with every complete sample', () => {
  const { parts } = written(STEREO, 2)
  const file = Buffer.concat(parts)
  fc.assert(
    fc.property(fc.integer({ min: parts[0]!.length, max: file.length }), (size) => {
      const cut = file.subarray(0, size)
      const { header, size: kept } = recoveredHead(cut.subarray(0, 100), size)!
      const recovered = Buffer.concat([header, cut.subarray(header.length, kept)])
      expect(recovered.readUInt32LE(4)).toBe(recovered.length - 8)
      expect(readWavHead(recovered)!.length).toBe(kept - header.length)
      const [left, right] = readWav(recovered).samples
      expect(left!.length).toBe(Math.floor((size - parts[0]!.length) / 4))
      expect(left).toEqual(readWav(file).samples[0]!.subarray(0, left!.length))
      expect(right).toEqual(left)
    }),
  )
})

test('a complete file needs no recovery', () => {
  const file = wavFile(STEREO, [ramp(10), ramp(10)])
  expect(recoveredHead(file, file.length)).toBeUndefined()
})

test('a header is read as soon as it is complete, whatever chunks precede the data', () => {
  const plain = wavFile({ encoding: 'mulaw', rate: 16_000, channels: 1 }, [ramp(10)])
  const odd = Buffer.from('junk\x03\0\0\0abc\0', 'latin1')
  const file = Buffer.concat([plain.subarray(0, 12), odd, plain.subarray(12)])
  const { start } = readWavHead(file)!
  for (let length = 0; length < start; length += 1)
    expect(readWavHead(file.subarray(0, length))).toBeUndefined()
  expect(readWavHead(file.subarray(0, start))).toEqual({
    encoding: 'mulaw',
    rate: 16_000,
    channels: 1,
    start,
    length: 10,
  })
})

test('a file of unknown length, as from a pipe, contains what is there', () => {
  const file = Buffer.from(wavFile({ encoding: 'pcm16', rate: 22_050, channels: 1 }, [ramp(10)]))
  file.writeUInt32LE(0x7ffff000, file.length - 24)
  expect(readWavHead(file)!.length).toBe(Infinity)
  expect(readWav(file).samples[0]).toEqual(ramp(10))
})

test('the extensible format is treated as the one it names', () => {
  const plain = Buffer.from(wavFile({ encoding: 'pcm16', rate: 8000, channels: 1 }, [ramp(4)]))
  const more = Buffer.alloc(24)
  more.writeUInt16LE(1, 8)
  const file = Buffer.concat([plain.subarray(0, 36), more, plain.subarray(36)])
  file.writeUInt32LE(40, 16)
  file.writeUInt16LE(0xfffe, 20)
  expect(readWav(file).samples).toEqual([ramp(4)])
})

test('unreadable files are rejected', () => {
  const file = Buffer.from(wavFile(STEREO, [ramp(4), ramp(4)]))
  const changed = (at: number, value: number) => {
    const copy = Buffer.from(file)
    copy.writeUInt16LE(value, at)
    return copy
  }
  for (const bad of [
    Buffer.from('<html>not a sound</html>'),
    changed(20, 3),
    changed(22, 0),
    changed(22, 9999),
    changed(34, 24),
    file.subarray(0, 30),
  ])
    expect(() => readWav(bad)).toThrow(RangeError)
})

test('arbitrary bytes are rejected without any other effect', () => {
  const file = wavFile(STEREO, [ramp(4), ramp(4)])
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255))), (changes) => {
      const copy = Uint8Array.from(file)
      for (const [at, byte] of changes) copy[at] = byte
      try {
        readWav(copy)
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
      }
    }),
  )
})
