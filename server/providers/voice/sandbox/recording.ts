import { joined, toneOf } from '../../../media/tone.ts'
import { wavFile } from '../../../media/wav.ts'
import type { Recording, SpokenCall } from '../provider.ts'

/** Sample rate, 8-bit samples: telephone quality, and small. */
const RATE = 8000

/** Pitch of each side, Hz, to tell the speakers apart. */
const PITCH = { assistant: 440, customer: 294, operator: 392 } as const

/** Three notes that open every recording to mark it as a simulation, Hz. */
const CHIME = [523, 659, 784]

/** Length of a note of the chime, and of each pause, s. */
const NOTE = 0.15
const PAUSE = 0.1

/** Length of a turn's tone: a hundredth of a second per character, s. */
const TURN = { perCharacter: 0.01, min: 0.2, max: 1.5 } as const

/** Maximum length of a recording, s. */
const MAX_SECONDS = 30

/** Peak amplitude of a tone, 16-bit: soft. */
const PEAK = 10_240

/**
 * The recording of a simulated call: a chime, then one tone per utterance, higher for the assistant. It is a real WAV file whose
 * metadata says that it is a simulation. The same call always gives the same bytes.
 */
export function recordingOf({ callId, spoken }: SpokenCall): Recording {
  const tones = [
    ...CHIME.map((pitch) => ({ pitch, length: NOTE })),
    ...spoken.map(({ speaker, content }) => ({
      pitch: PITCH[speaker],
      length: Math.min(TURN.max, Math.max(TURN.min, content.length * TURN.perCharacter)),
    })),
  ]
  const tone = (pitches: readonly number[], seconds: number) =>
    toneOf({ pitches, ms: seconds * 1000, rate: RATE, peak: PEAK })
  const samples = joined(
    tones.flatMap(({ pitch, length }) => [tone([pitch], length), tone([], PAUSE)]),
  ).subarray(0, MAX_SECONDS * RATE)
  const format = { encoding: 'pcm8', rate: RATE, channels: 1 } as const
  const audio = wavFile(format, [samples], {
    INAM: `Parley Sandbox, call ${callId}`,
    ICMT: 'A simulation: no telephone rang and nobody was recorded.',
  })
  return { audio, starts: startsOf(tones.map(({ length }) => length)).slice(CHIME.length) }
}

/** Start of each line, ms, including the pauses between them; lines beyond the end of the recording are omitted. */
function startsOf(lengths: readonly number[]): number[] {
  let over = 0
  const starts = lengths.map((length) => {
    const start = Math.round(over * 1000)
    over += length + PAUSE
    return start
  })
  return starts.filter((start) => start < MAX_SECONDS * 1000)
}
