import { aLaw, muLaw } from './g711.ts'

/** Sample encodings of a WAV file: 8-bit and 16-bit PCM, and the two laws of G.711. */
type Encoding = 'pcm8' | 'pcm16' | 'mulaw' | 'alaw'

export interface WavFormat {
  readonly encoding: Encoding
  /** Sample rate of each channel, Hz. */
  readonly rate: number
  readonly channels: number
}

/** Writes a WAV file incrementally. */
export interface WavWriter {
  /** Header to start the file with. It declares the maximum length, as the end is not known yet. */
  readonly header: Uint8Array
  /** Adds samples, one array per channel, all of equal length; returns complete blocks of 1 s to append. */
  push(channels: readonly Int16Array[]): Uint8Array
  /** Returns the last bytes to append, and the header that replaces the first one. */
  end(): { readonly rest: Uint8Array; readonly header: Uint8Array }
}

/** Format tags of WAVE (RFC 2361); WAVE_FORMAT_EXTENSIBLE has the actual one 24 bytes further on. */
const TAGS: Readonly<Record<Encoding, number>> = { pcm8: 1, pcm16: 1, mulaw: 7, alaw: 6 }
const EXTENSIBLE = 0xfffe

const MAX_CHANNELS = 8

/** Length of data that extends to the end of the file. */
const UNKNOWN = 0xffffffff

const bytesPerSample = (encoding: Encoding): number => (encoding === 'pcm16' ? 2 : 1)

/** Starts a file. `info` is metadata: four-letter names, such as `ICMT`, with their texts. */
export function createWavWriter(
  format: WavFormat,
  info: Readonly<Record<string, string>> = {},
): WavWriter {
  const { encoding, rate, channels } = format
  const block = new Uint8Array(rate * channels * bytesPerSample(encoding))
  let filled = 0
  let written = 0
  return {
    header: headerOf(format, info, UNKNOWN),
    push(samples) {
      let bytes = encoded(interleaved(samples), encoding)
      const blocks: Uint8Array[] = []
      while (filled + bytes.length >= block.length) {
        const fitting = block.length - filled
        block.set(bytes.subarray(0, fitting), filled)
        blocks.push(block.slice())
        bytes = bytes.subarray(fitting)
        filled = 0
      }
      block.set(bytes, filled)
      filled += bytes.length
      written += blocks.length * block.length
      return blocks.length === 1 ? blocks[0]! : Buffer.concat(blocks)
    },
    end() {
      const length = written + filled
      const rest = Buffer.concat([block.subarray(0, filled), new Uint8Array(length % 2)])
      return { rest, header: headerOf(format, info, length) }
    },
  }
}

/** Encodes a complete file. */
export function wavFile(
  format: WavFormat,
  samples: readonly Int16Array[],
  info: Readonly<Record<string, string>> = {},
): Uint8Array {
  const writer = createWavWriter(format, info)
  const blocks = writer.push(samples)
  const { rest, header } = writer.end()
  return Buffer.concat([header, blocks, rest])
}

/** Format and position of the samples in a file, as far as its start shows them. */
export interface WavHead extends WavFormat {
  /** Offset of the data. */
  readonly start: number
  /** Length in the header, bytes; `Infinity` if it was written before the end was known. */
  readonly length: number
}

/**
 * Parses the header; undefined while `begin` is too short to contain it.
 * @throws RangeError if it is not a WAV file, or has an unsupported encoding.
 */
export function readWavHead(begin: Uint8Array): WavHead | undefined {
  const bytes = Buffer.from(begin.buffer, begin.byteOffset, begin.length)
  if (bytes.length < 12) return undefined
  if (!/^RIFF.{4}WAVE/s.test(bytes.toString('latin1', 0, 12))) throw new RangeError('No WAV file')
  let format: WavFormat | undefined
  for (const { name, start, length } of chunksOf(bytes)) {
    if (name === 'fmt ') {
      if (start + length > bytes.length) return undefined
      format = formatOf(bytes.subarray(start, start + length))
    }
    if (name !== 'data') continue
    if (!format) throw new RangeError('A WAV file without a format')
    // Programs that write to a pipe declare 2 GB or more.
    return { ...format, start, length: length >= 0x7fff0000 ? Infinity : length }
  }
  return undefined
}

/** Chunks of a RIFF file whose headers are present. */
function* chunksOf(bytes: Buffer) {
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4)
    yield { name: bytes.toString('latin1', at, at + 4), start: at + 8, length }
    at += 8 + length + (length % 2)
  }
}

/**
 * Decodes the samples of each channel; a truncated sample at the end is dropped.
 * @throws RangeError if it is not a WAV file, or has an unsupported encoding.
 */
export function readWav(bytes: Uint8Array): WavFormat & { readonly samples: Int16Array[] } {
  const head = readWavHead(bytes)
  if (!head) throw new RangeError('A WAV file that ends in its header')
  const { encoding, rate, channels, start, length } = head
  const frame = channels * bytesPerSample(encoding)
  const whole = Math.floor(Math.min(length, bytes.length - start) / frame) * frame
  const pcm = decoded(bytes.subarray(start, start + whole), encoding)
  const samples = Array.from({ length: channels }, (_, channel) =>
    Int16Array.from(
      { length: pcm.length / channels },
      (_, index) => pcm[index * channels + channel]!,
    ),
  )
  return { encoding, rate, channels, samples }
}

/**
 * Corrected header for a file of ours that was never completed; undefined if it is complete. The file has to be truncated to
 * `size`, which drops a partial sample.
 */
export function recoveredHead(
  begin: Uint8Array,
  size: number,
): { readonly header: Uint8Array; readonly size: number } | undefined {
  const head = readWavHead(begin)
  if (head?.length !== Infinity) return undefined
  const frame = head.channels * bytesPerSample(head.encoding)
  const length = Math.floor(Math.max(0, size - head.start) / frame) * frame
  const header = Buffer.from(begin.subarray(0, head.start))
  header.writeUInt32LE(head.start + length - 8, 4)
  header.writeUInt32LE(length, head.start - 4)
  return { header, size: head.start + length }
}

function formatOf(chunk: Buffer): WavFormat {
  if (chunk.length < 16) throw new RangeError('A WAV file with a short format')
  const [tag, channels, rate] = [
    chunk.readUInt16LE(0),
    chunk.readUInt16LE(2),
    chunk.readUInt32LE(4),
  ]
  const known = tag === EXTENSIBLE && chunk.length >= 26 ? chunk.readUInt16LE(24) : tag
  const bits = chunk.readUInt16LE(14)
  const encodings = Object.keys(TAGS) as Encoding[]
  const encoding = encodings.find(
    (name) => TAGS[name] === known && bytesPerSample(name) * 8 === bits,
  )
  if (!encoding || channels === 0 || channels > MAX_CHANNELS || rate === 0)
    throw new RangeError(`A WAV file of format ${known} with ${bits} bits`)
  return { encoding, rate, channels }
}

function headerOf(
  { encoding, rate, channels }: WavFormat,
  info: Readonly<Record<string, string>>,
  length: number,
): Uint8Array {
  const frame = channels * bytesPerSample(encoding)
  const format = Buffer.alloc(16)
  format.writeUInt16LE(TAGS[encoding], 0)
  format.writeUInt16LE(channels, 2)
  format.writeUInt32LE(rate, 4)
  format.writeUInt32LE(rate * frame, 8)
  format.writeUInt16LE(frame, 12)
  format.writeUInt16LE(bytesPerSample(encoding) * 8, 14)
  const texts = Object.entries(info).map(([id, text]) => chunk(id, Buffer.from(`${text}\0`)))
  const list =
    texts.length > 0 ? [chunk('LIST', Buffer.concat([Buffer.from('INFO'), ...texts]))] : []
  const inside = Buffer.concat([Buffer.from('WAVE'), chunk('fmt ', format), ...list])
  const head = Buffer.concat([Buffer.from('RIFF\0\0\0\0'), inside, Buffer.from('data\0\0\0\0')])
  const whole = length === UNKNOWN ? UNKNOWN : inside.length + 8 + length + (length % 2)
  head.writeUInt32LE(whole, 4)
  head.writeUInt32LE(length, head.length - 4)
  return head
}

/** A RIFF chunk: name, length, content, and a byte to make it even. */
function chunk(name: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

function interleaved(samples: readonly Int16Array[]): Int16Array {
  const [first] = samples
  if (samples.length === 1) return first!
  const pcm = new Int16Array(first!.length * samples.length)
  samples.forEach((channel, place) => {
    for (let at = 0; at < channel.length; at += 1) pcm[at * samples.length + place] = channel[at]!
  })
  return pcm
}

function encoded(pcm: Int16Array, encoding: Encoding): Uint8Array {
  if (encoding === 'mulaw') return muLaw.encode(pcm)
  if (encoding === 'alaw') return aLaw.encode(pcm)
  if (encoding === 'pcm8')
    return Uint8Array.from(pcm, (sample) => Math.min((sample + 0x8080) >> 8, 0xff))
  // Every platform that Parley runs on is little-endian, like WAV.
  return new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength)
}

function decoded(bytes: Uint8Array, encoding: Encoding): Int16Array {
  if (encoding === 'mulaw') return muLaw.decode(bytes)
  if (encoding === 'alaw') return aLaw.decode(bytes)
  if (encoding === 'pcm8') return Int16Array.from(bytes, (byte) => (byte - 128) << 8)
  return new Int16Array(Uint8Array.from(bytes).buffer)
}
