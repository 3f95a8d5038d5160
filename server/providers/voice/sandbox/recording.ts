import type { Recording, SpokenCall } from '../provider.ts'

/** 8-bit samples a second: telephone quality, and small. */
const RATE = 8000

/** Pitch of each side, Hz, so that one hears who speaks. */
const PITCH = { assistant: 440, customer: 294 } as const

/** The three notes that begin every recording: this is no real call. */
const CHIME = [523, 659, 784]

/** Length of a note of the chime, and of each pause, s. */
const NOTE = 0.15
const PAUSE = 0.1

/** A turn sounds for so long: a hundredth of a second a character, s. */
const TURN = { perCharacter: 0.01, min: 0.2, max: 1.5 } as const

/** No recording is longer than this, s. */
const LONGEST = 30

/** Silence, in 8-bit samples. */
const MIDDLE = 128
const LOUDNESS = 40

/**
 * The recording of a simulated call: a chime, then one tone for each thing said, higher for the assistant. It is a
 * real WAV file that says in its own words that it is a simulation. The same call gives the same bytes.
 */
export function recordingOf({ callId, spoken }: SpokenCall): Recording {
  const tones = [
    ...CHIME.map((pitch) => ({ pitch, length: NOTE })),
    ...spoken.map(({ speaker, content }) => ({
      pitch: PITCH[speaker],
      length: Math.min(TURN.max, Math.max(TURN.min, content.length * TURN.perCharacter)),
    })),
  ]
  const samples = Buffer.concat(
    tones.flatMap(({ pitch, length }) => [tone(pitch, length), silence(PAUSE)]),
  ).subarray(0, LONGEST * RATE)
  const audio = wav(samples, {
    INAM: `Parley Sandbox, call ${callId}`,
    ICMT: 'A simulation: no telephone rang and nobody was recorded.',
  })
  return { audio, starts: startsOf(tones.map(({ length }) => length)).slice(CHIME.length) }
}

/** Start of each line, ms, counting the pauses between them; lines beyond the end of the recording are left out. */
function startsOf(lengths: readonly number[]): number[] {
  let over = 0
  const starts = lengths.map((length) => {
    const start = Math.round(over * 1000)
    over += length + PAUSE
    return start
  })
  return starts.filter((start) => start < LONGEST * 1000)
}

function tone(pitch: number, seconds: number): Buffer {
  const bytes = Buffer.alloc(Math.round(seconds * RATE))
  const step = (2 * Math.PI * pitch) / RATE
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = MIDDLE + Math.round(LOUDNESS * Math.sin(at * step))
  return bytes
}

const silence = (seconds: number): Buffer => Buffer.alloc(Math.round(seconds * RATE), MIDDLE)

/** A WAV file of 8-bit mono samples, with what it says about itself. */
function wav(samples: Uint8Array, info: Readonly<Record<string, string>>): Uint8Array {
  const format = Buffer.alloc(16)
  format.writeUInt16LE(1, 0)
  format.writeUInt16LE(1, 2)
  format.writeUInt32LE(RATE, 4)
  format.writeUInt32LE(RATE, 8)
  format.writeUInt16LE(1, 12)
  format.writeUInt16LE(8, 14)
  const said = Object.entries(info).map(([id, text]) => chunk(id, Buffer.from(`${text}\0`)))
  return chunk(
    'RIFF',
    Buffer.concat([
      Buffer.from('WAVE'),
      chunk('fmt ', format),
      chunk('LIST', Buffer.concat([Buffer.from('INFO'), ...said])),
      chunk('data', samples),
    ]),
  )
}

/** A RIFF chunk: name, length, content, and a byte to make it even. */
function chunk(name: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}
