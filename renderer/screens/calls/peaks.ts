/** Peak levels of a recording: per channel, the requested number of values from 0 to 1. */
export type Peaks = readonly (readonly number[])[]

/** Sample format of a WAV file, and the offset of the samples. */
interface Format {
  readonly channels: number
  /** Bytes per sample: 1 or 2. */
  readonly bytes: number
  readonly start: number
  /** Length of the sample data, bytes. */
  readonly length: number
}

const PCM = 1

/**
 * Reads a WAV file as a stream, without buffering it.
 * @returns undefined unless the file contains 8-bit or 16-bit PCM
 */
export async function readPeaks(
  file: ReadableStream<Uint8Array>,
  count: number,
): Promise<Peaks | undefined> {
  let rest = new Uint8Array(0)
  let format: Format | undefined
  let peaks: number[][] = []
  let frame = 0
  for (const reader = file.getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) break
    rest = joined(rest, value)
    if (!format) {
      const found = formatOf(rest)
      if (found === 'more') continue
      if (!found) {
        await reader.cancel()
        return undefined
      }
      format = found
      rest = rest.slice(format.start)
      peaks = Array.from({ length: format.channels }, () => Array<number>(count).fill(0))
    }
    const read = addPeaks(rest, format, { peaks, frame, count })
    frame += read
    rest = rest.slice(read * format.channels * format.bytes)
  }
  return format && peaks
}

/** Adds all complete frames and returns their number. */
function addPeaks(
  bytes: Uint8Array,
  { channels, bytes: size, length }: Format,
  { peaks, frame, count }: { peaks: number[][]; frame: number; count: number },
): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const total = Math.max(1, Math.floor(length / (channels * size)))
  const frames = Math.min(Math.floor(bytes.length / (channels * size)), total - frame)
  for (let index = 0; index < frames; index += 1) {
    const place = Math.min(count - 1, Math.floor(((frame + index) * count) / total))
    for (let channel = 0; channel < channels; channel += 1) {
      const at = (index * channels + channel) * size
      const level =
        size === 2
          ? Math.abs(view.getInt16(at, true)) / 0x8000
          : Math.abs(view.getUint8(at) - 128) / 128
      if (level > peaks[channel]![place]!) peaks[channel]![place] = level
    }
  }
  return Math.max(0, frames)
}

/** The format from the start of a file; `more` if more bytes are needed. */
function formatOf(bytes: Uint8Array): Format | 'more' | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const name = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4))
  if (bytes.length < 12) return 'more'
  if (name(0) !== 'RIFF' || name(8) !== 'WAVE') return undefined
  let known: Pick<Format, 'channels' | 'bytes'> | undefined
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at + 4, true)
    const start = at + 8
    if (name(at) === 'data') return known && { ...known, start, length }
    if (start + length > bytes.length) return 'more'
    if (name(at) === 'fmt ') known = samplesOf(new DataView(view.buffer, start, length))
    at = start + length + (length % 2)
  }
  return 'more'
}

/** The sample format from a format chunk; undefined if unsupported. */
function samplesOf(chunk: DataView): Pick<Format, 'channels' | 'bytes'> | undefined {
  const bytes = chunk.getUint16(14, true) / 8
  const isKnown = chunk.getUint16(0, true) === PCM && (bytes === 1 || bytes === 2)
  return isKnown ? { channels: chunk.getUint16(2, true), bytes } : undefined
}

function joined(one: Uint8Array<ArrayBuffer>, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(one.length + other.length)
  all.set(one)
  all.set(other, one.length)
  return all
}
