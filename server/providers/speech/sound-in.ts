import { fault } from '#contracts/faults.ts'
import { readWavHead, type WavHead } from '../../media/wav.ts'
import type { Sound } from './speak.ts'
import { SpeechError } from './speech-error.ts'

interface SoundOptions {
  /** Sample rate of audio without a header, Hz; undefined if a header is required. */
  readonly bareRate?: number | undefined
  readonly maxBytes: number
}

interface Format {
  readonly rate: number
  readonly dataAt: number
  readonly dataBytes: number
}

/** Valid sample rates of a voice, Hz. */
const RATES = { min: 8000, max: 48_000 } as const

/** Maximum header size, bytes. */
const MAX_HEADER = 64 * 1024

/** Magic bytes of compressed audio, which some services send regardless of the request. */
const COMPRESSED = ['ID3', 'OggS', 'fLaC']

const MB = 1024 * 1024

/**
 * Decodes streamed audio: a WAV file, or bare 16-bit samples. Chunks may be split anywhere.
 * @throws SpeechError if it is another format, too long, or shorter than its header says
 */
export async function* soundIn(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { bareRate, maxBytes }: SoundOptions,
): AsyncGenerator<Sound> {
  let held: Buffer = Buffer.alloc(0)
  let format: Format | undefined
  let received = 0
  let left = 0
  for await (const chunk of bytes) {
    received += chunk.length
    if (received > maxBytes)
      throw new SpeechError(fault('speech_too_long', { megabytes: Math.round(maxBytes / MB) }))
    held = Buffer.concat([held, chunk])
    if (!format) {
      format = formatOf(held, bareRate)
      if (!format) continue
      held = held.subarray(format.dataAt)
      left = format.dataBytes
    }
    const take = Math.min(held.length, left) & ~1
    if (take > 0) yield { pcm: samplesOf(held.subarray(0, take)), rate: format.rate }
    held = held.subarray(take)
    left -= take
    // Chunks after the samples are not audio.
    if (left < 2) return
  }
  if (!format || left !== Number.POSITIVE_INFINITY) throw new SpeechError(fault('speech_cut_off'))
}

/** Undefined until there are enough bytes to tell. */
function formatOf(bytes: Buffer, bareRate: number | undefined): Format | undefined {
  if (bytes.length < 4) return undefined
  const magic = bytes.toString('latin1', 0, 4)
  if (magic === 'RIFF') return wavFormatOf(bytes)
  const isCompressed = COMPRESSED.some((known) => magic.startsWith(known))
  if (isCompressed || bareRate === undefined) throw unknownFormat()
  return { rate: bareRate, dataAt: 0, dataBytes: Number.POSITIVE_INFINITY }
}

function wavFormatOf(bytes: Buffer): Format | undefined {
  const head = headOf(bytes)
  if (head === undefined && bytes.length <= MAX_HEADER) return undefined
  const isSpeech = head?.encoding === 'pcm16' && head.channels === 1
  if (!isSpeech || head.rate < RATES.min || head.rate > RATES.max) throw unknownFormat()
  // Streaming encoders write 0, or the maximum, if they do not know the length.
  return { rate: head.rate, dataAt: head.start, dataBytes: head.length || Number.POSITIVE_INFINITY }
}

function headOf(bytes: Buffer): WavHead | undefined {
  try {
    return readWavHead(bytes)
  } catch (error) {
    if (error instanceof RangeError) throw unknownFormat()
    throw error
  }
}

const unknownFormat = () => new SpeechError(fault('speech_format_unknown'))

/** Samples from bytes of any alignment; every platform Parley runs on is little-endian, too. */
const samplesOf = (bytes: Buffer): Int16Array => new Int16Array(Uint8Array.from(bytes).buffer)
