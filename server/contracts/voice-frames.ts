/*
 * Sound on the sockets of a web call, of the visitor (`parley.call.1`) and of who listens at the desk (`parley.listen.1`):
 * 20 ms of 16-bit mono in each binary message, little-endian. Both ends use this file, so it brings nothing with it.
 */

/** Path and subprotocol of the visitor's socket. */
export const VOICE_SOCKET = { path: '/api/widget/voice', protocol: 'parley.call.1' } as const

/** The same of who listens at the desk. */
export const LISTEN_SOCKET = { path: '/api/user/voice', protocol: 'parley.listen.1' } as const

/** The same of whoever tries a draft of an assistant. */
export const PRACTICE_SOCKET = {
  path: '/api/user/practice',
  protocol: 'parley.practice.1',
} as const

/** Rates of the microphone's sound and of the assistant's, Hz. */
export const UP_RATE = 16_000
export const DOWN_RATE = 24_000

/** Samples of 20 ms of each. */
export const UP_SAMPLES = 320
export const DOWN_SAMPLES = 480

const UP_HEADER = 16
const DOWN_HEADER = 8
/** Length of the part before the header of a frame that a listener gets. */
const SIDE_HEADER = 4

/** Length of a message with sound of the microphone, bytes. */
export const UP_BYTES = UP_HEADER + 2 * UP_SAMPLES

/** Kind of a message with sound of the microphone. */
const MICROPHONE = 1

/** Sound of the visitor's microphone. */
export interface UpFrame {
  /** Counts frames from 0; a gap is sound that was lost. */
  readonly sequence: number
  /** Time of its first sample on the page's clock, ms. */
  readonly capturedAt: number
  /** `UP_SAMPLES` of them. */
  readonly samples: Int16Array
}

/** Sound of the assistant. */
export interface DownFrame {
  /**
   * Utterance that it is a part of, and its place in that, from 0. Utterance 0 is what is heard between them: it gives way
   * to what is said, and nobody counts it.
   */
  readonly utterance: number
  readonly sequence: number
  /** `DOWN_SAMPLES` of them. */
  readonly samples: Int16Array
}

/** Sides of a call, and the number of each. */
const SIDES = { visitor: 1, assistant: 2 } as const
export type Side = keyof typeof SIDES

/** Sound of one side, as a listener gets it. That of the visitor is of utterance 0: it is not kept for later. */
export interface SideFrame extends DownFrame {
  readonly side: Side
}

/** Message of a frame of the microphone: kind, flags and two reserved bytes, sequence, time, samples. */
export function encodeUp({ sequence, capturedAt, samples }: UpFrame): ArrayBuffer {
  const { buffer, view } = message(UP_HEADER, samples, UP_SAMPLES)
  view.setUint8(0, MICROPHONE)
  view.setUint32(4, sequence, true)
  view.setFloat64(8, capturedAt, true)
  return buffer
}

/** The frame of a message; undefined for any other message. */
export function decodeUp(bytes: Uint8Array): UpFrame | undefined {
  const view = viewOf(bytes)
  const isUp = bytes.length === UP_BYTES && view.getUint8(0) === MICROPHONE
  const capturedAt = isUp ? view.getFloat64(8, true) : Number.NaN
  if (!Number.isFinite(capturedAt)) return undefined
  return { sequence: view.getUint32(4, true), capturedAt, samples: samplesOf(view, UP_HEADER) }
}

/** Message of a frame of the assistant: utterance, sequence, samples. */
export function encodeDown({ utterance, sequence, samples }: DownFrame): ArrayBuffer {
  const { buffer, view } = message(DOWN_HEADER, samples, DOWN_SAMPLES)
  view.setUint32(0, utterance, true)
  view.setUint32(4, sequence, true)
  return buffer
}

/** The frame of a message; undefined for any other message. */
export function decodeDown(bytes: Uint8Array): DownFrame | undefined {
  if (bytes.length !== DOWN_HEADER + 2 * DOWN_SAMPLES) return undefined
  const view = viewOf(bytes)
  return {
    utterance: view.getUint32(0, true),
    sequence: view.getUint32(4, true),
    samples: samplesOf(view, DOWN_HEADER),
  }
}

/** Message of a frame for a listener: side and three reserved bytes, then what `encodeDown` makes. */
export function encodeSide({ side, ...frame }: SideFrame): ArrayBuffer {
  const buffer = new ArrayBuffer(SIDE_HEADER + DOWN_HEADER + 2 * DOWN_SAMPLES)
  const bytes = new Uint8Array(buffer)
  bytes[0] = SIDES[side]
  bytes.set(new Uint8Array(encodeDown(frame)), SIDE_HEADER)
  return buffer
}

/** The frame of a message; undefined for any other message. */
export function decodeSide(bytes: Uint8Array): SideFrame | undefined {
  const frame = decodeDown(bytes.subarray(SIDE_HEADER))
  const side = bytes[0] === SIDES.visitor ? 'visitor' : 'assistant'
  return frame && SIDES[side] === bytes[0] ? { side, ...frame } : undefined
}

/** @throws RangeError for another number of samples than a frame has */
function message(header: number, samples: Int16Array, count: number) {
  if (samples.length !== count) throw new RangeError(`A frame has ${count} samples`)
  const buffer = new ArrayBuffer(header + 2 * count)
  const view = new DataView(buffer)
  for (let index = 0; index < count; index += 1)
    view.setInt16(header + 2 * index, samples[index]!, true)
  return { buffer, view }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

/** A copy: what a socket has received may lie at an odd place, and be written over. */
function samplesOf(view: DataView, from: number): Int16Array {
  return Int16Array.from({ length: (view.byteLength - from) / 2 }, (_, index) =>
    view.getInt16(from + 2 * index, true),
  )
}
