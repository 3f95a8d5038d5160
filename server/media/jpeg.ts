/** A picture without anything that does not belong to its pixels. */
export interface CleanPicture {
  readonly content: Uint8Array<ArrayBuffer>
  /** Dimensions, pixels. */
  readonly width: number
  readonly height: number
}

/** A marker with its data, and, for a scan, the coded pixels that follow. */
interface Segment {
  readonly marker: number
  readonly start: number
  readonly end: number
}

/** Markers of ITU-T T.81, table B.1. */
const START = 0xd8
const END = 0xd9
const SCAN = 0xda
/** Frames that every browser decodes: baseline, extended and progressive, with Huffman coding. */
const FRAMES: readonly number[] = [0xc0, 0xc1, 0xc2]
/** Segments that decoding needs, besides: Huffman and quantisation tables, restart interval. */
const NEEDED: readonly number[] = [...FRAMES, SCAN, 0xc4, 0xdb, 0xdd]
/** Application data and comments: Exif with its thumbnail and location, colour profiles, texts. */
const isMetadata = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe

/**
 * Rebuilds a JPEG from the segments that its pixels need: metadata, profiles, comments and whatever follows the picture
 * are left out. Undefined if it is not a JPEG, uses a rare coding, or is incomplete.
 */
export function cleanJpeg(file: Uint8Array): CleanPicture | undefined {
  const segments = segmentsOf(file)?.filter(({ marker }) => !isMetadata(marker))
  if (!segments?.every(({ marker }) => NEEDED.includes(marker))) return undefined
  const [frame, ...others] = segments.filter(({ marker }) => FRAMES.includes(marker))
  const hasScan = segments.some(({ marker }) => marker === SCAN)
  if (!frame || others.length > 0 || !hasScan || frame.end - frame.start < 10) return undefined
  const { start } = frame
  const content = joined([
    Uint8Array.of(0xff, START),
    ...segments.map(({ start, end }) => file.subarray(start, end)),
    Uint8Array.of(0xff, END),
  ])
  return { content, height: word(file, start + 5), width: word(file, start + 7) }
}

/** The segments up to the end of the picture; undefined if they do not follow each other without a gap. */
function segmentsOf(file: Uint8Array): Segment[] | undefined {
  const segments: Segment[] = []
  let at = file[0] === 0xff && file[1] === START ? 2 : file.length
  while (file[at] === 0xff) {
    const marker = file[at + 1]!
    if (marker === END) return segments
    const length = word(file, at + 2)
    const next = at + 2 + length
    if (length < 2 || next > file.length) return undefined
    const end = marker === SCAN ? endOfScan(file, next) : next
    segments.push({ marker, start: at, end })
    at = end
  }
  return undefined
}

/** Position of the first marker after the coded pixels of a scan; stuffed bytes and restart markers belong to them. */
function endOfScan(file: Uint8Array, from: number): number {
  for (let at = from; at + 1 < file.length; at += 1) {
    const following = file[at + 1]!
    const isInside = following === 0 || (following >= 0xd0 && following <= 0xd7)
    if (file[at] === 0xff && !isInside) return at
  }
  return file.length
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const word = (file: Uint8Array, at: number): number => (file[at]! << 8) | file[at + 1]!
