/*
 * Binary messages on the audio sockets of a web call, for the visitor (`parley.call.1`) and for operators who listen in
 * (`parley.listen.1`): 20 ms of 16-bit mono samples each, little-endian. Both ends use this file, so it has no dependencies.
 */

/** Path and subprotocol of the visitor's socket. */
export const VOICE_SOCKET = { path: '/api/widget/voice', protocol: 'parley.call.1' } as const

/** Path and subprotocol for an operator who listens in. */
export const LISTEN_SOCKET = { path: '/api/user/voice', protocol: 'parley.listen.1' } as const

/** Path and subprotocol for an operator who tests an assistant's draft. */
export const PRACTICE_SOCKET = {
  path: '/api/user/practice',
  protocol: 'parley.practice.1',
} as const

/** Sample rates of microphone and assistant audio, Hz. */
export const UP_RATE = 16_000
export const DOWN_RATE = 24_000

/** Samples in 20 ms at each rate. */
export const UP_SAMPLES = 320
export const DOWN_SAMPLES = 480

const UP_HEADER = 16
const DOWN_HEADER = 8
/** Length of the part before the header in a listener's frame, bytes. */
const SIDE_HEADER = 4

/** Length of a microphone message, bytes. */
export const UP_BYTES = UP_HEADER + 2 * UP_SAMPLES

/** Type byte of a microphone message. */
const MICROPHONE = 1

/** Audio from the visitor's microphone. */
export interface UpFrame {
  /** Frame counter from 0; a gap means lost audio. */
  readonly sequence: number
  /** Capture time of the first sample on the page's clock, ms. */
  readonly capturedAt: number
  /** `UP_SAMPLES` samples. */
  readonly samples: Int16Array
}

/** Audio of the assistant. */
export interface DownFrame {
  /**
   * Utterance to which the frame belongs, and its position in it, from 0. Utterance 0 is background sound between utterances: it
   * yields to speech, and its playback is not reported.
   */
  readonly utterance: number
  readonly sequence: number
  /** `DOWN_SAMPLES` samples. */
  readonly samples: Int16Array
}

/** Sides of a call with their codes. */
const SIDES = { visitor: 1, assistant: 2 } as const
export type Side = keyof typeof SIDES

/** Audio of one side, for a listener. The visitor's is sent as utterance 0: it is not kept for later. */
export interface SideFrame extends DownFrame {
  readonly side: Side
}

/** Encodes a microphone frame: type, flags and two reserved bytes, sequence, time, samples. */
export function encodeUp({ sequence, capturedAt, samples }: UpFrame): ArrayBuffer {
  const { buffer, view } = message(UP_HEADER, samples, UP_SAMPLES)
  view.setUint8(0, MICROPHONE)
  view.setUint32(4, sequence, true)
  view.setFloat64(8, capturedAt, true)
  return buffer
}

/** Decodes a microphone frame; undefined for any other message. */
export function decodeUp(bytes: Uint8Array): UpFrame | undefined {
  const view = viewOf(bytes)
  const isUp = bytes.length === UP_BYTES && view.getUint8(0) === MICROPHONE
  const capturedAt = isUp ? view.getFloat64(8, true) : Number.NaN
  if (!Number.isFinite(capturedAt)) return undefined
  return { sequence: view.getUint32(4, true), capturedAt, samples: samplesOf(view, UP_HEADER) }
}

/** Encodes a frame of the assistant: utterance, sequence, samples. */
export function encodeDown({ utterance, sequence, samples }: DownFrame): ArrayBuffer {
  const { buffer, view } = message(DOWN_HEADER, samples, DOWN_SAMPLES)
  view.setUint32(0, utterance, true)
  view.setUint32(4, sequence, true)
  return buffer
}

/** Decodes a frame of the assistant; undefined for any other message. */
export function decodeDown(bytes: Uint8Array): DownFrame | undefined {
  if (bytes.length !== DOWN_HEADER + 2 * DOWN_SAMPLES) return undefined
  const view = viewOf(bytes)
  return {
    utterance: view.getUint32(0, true),
    sequence: view.getUint32(4, true),
    samples: samplesOf(view, DOWN_HEADER),
  }
}

/** Encodes a frame for a listener: side and three reserved bytes, followed by the output of `encodeDown`. */
export function encodeSide({ side, ...frame }: SideFrame): ArrayBuffer {
  const buffer = new ArrayBuffer(SIDE_HEADER + DOWN_HEADER + 2 * DOWN_SAMPLES)
  const bytes = new Uint8Array(buffer)
  bytes[0] = SIDES[side]
  bytes.set(new Uint8Array(encodeDown(frame)), SIDE_HEADER)
  return buffer
}

/** Decodes a frame for a listener; undefined for any other message. */
export function decodeSide(bytes: Uint8Array): SideFrame | undefined {
  const frame = decodeDown(bytes.subarray(SIDE_HEADER))
  const side = bytes[0] === SIDES.visitor ? 'visitor' : 'assistant'
  return frame && SIDES[side] === bytes[0] ? { side, ...frame } : undefined
}

/** @throws RangeError if the number of samples is wrong */
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

/** Copies, because a socket's buffer may be unaligned and may be reused. */
function samplesOf(view: DataView, from: number): Int16Array {
  const samples = new Int16Array((view.byteLength - from) / 2)
  for (let index = 0; index < samples.length; index += 1)
    samples[index] = view.getInt16(from + 2 * index, true)
  return samples
}
