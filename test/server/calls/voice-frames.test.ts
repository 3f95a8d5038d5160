import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  DOWN_SAMPLES,
  decodeDown,
  decodeUp,
  encodeDown,
  encodeUp,
  UP_SAMPLES,
} from '#contracts/voice-frames.ts'

const samplesOf = (count: number) =>
  fc
    .array(fc.integer({ min: -32_768, max: 32_767 }), { minLength: count, maxLength: count })
    .map((values) => Int16Array.from(values))
const counter = fc.integer({ min: 0, max: 0xff_ff_ff_ff })

/** Bytes at an odd offset in a larger buffer, as a socket may have them. */
function received(message: ArrayBuffer): Uint8Array {
  const all = new Uint8Array(message.byteLength + 5)
  all.set(new Uint8Array(message), 3)
  return all.subarray(3, 3 + message.byteLength)
}

test('a microphone frame arrives as sent, wherever its bytes are', () => {
  fc.assert(
    fc.property(
      counter,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      samplesOf(UP_SAMPLES),
      (sequence, capturedAt, samples) => {
        const frame = { sequence, capturedAt, samples }
        expect(decodeUp(received(encodeUp(frame)))).toEqual(frame)
      },
    ),
  )
})

test('an assistant frame arrives as sent', () => {
  fc.assert(
    fc.property(counter, counter, samplesOf(DOWN_SAMPLES), (utterance, sequence, samples) => {
      const frame = { utterance, sequence, samples }
      expect(decodeDown(received(encodeDown(frame)))).toEqual(frame)
    }),
  )
})

test('the layout is the documented one: 656 bytes up and 968 down, little-endian', () => {
  const up = new Uint8Array(
    encodeUp({
      sequence: 0x01020304,
      capturedAt: 1.5,
      samples: new Int16Array(UP_SAMPLES).fill(0x0506),
    }),
  )
  expect([up.length, ...up.subarray(0, 18)]).toEqual([
    656, 1, 0, 0, 0, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0xf8, 0x3f, 6, 5,
  ])
  const down = new Uint8Array(
    encodeDown({ utterance: 7, sequence: 8, samples: new Int16Array(DOWN_SAMPLES) }),
  )
  expect([down.length, ...down.subarray(0, 8)]).toEqual([968, 7, 0, 0, 0, 8, 0, 0, 0])
})

test('anything else is not a frame, and neither is a wrong number of samples', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 700 }), (bytes) => {
      if (bytes.length !== 656) expect(decodeUp(bytes)).toBeUndefined()
      expect(decodeDown(bytes)).toBeUndefined()
    }),
  )
  const other = new Uint8Array(656)
  expect(decodeUp(other)).toBeUndefined()
  const never = encodeUp({
    sequence: 0,
    capturedAt: Number.NaN,
    samples: new Int16Array(UP_SAMPLES),
  })
  expect(decodeUp(new Uint8Array(never))).toBeUndefined()
  expect(() => encodeDown({ utterance: 0, sequence: 0, samples: new Int16Array(3) })).toThrow(
    RangeError,
  )
})
