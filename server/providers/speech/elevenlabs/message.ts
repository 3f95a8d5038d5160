import { z } from 'zod'
import { fault } from '#contracts/faults.ts'
import { SpeechError } from '../speech-error.ts'

/** A character of the text, and the time at which it starts in the accompanying audio, ms. */
export interface TimedCharacter {
  readonly text: string
  readonly startMs: number
}

/** A relevant message of the service. */
export interface ElevenLabsMessage {
  /** 16-bit samples; a sample may be split between messages. */
  readonly sound: Buffer
  /** Empty if the service sends no alignment. */
  readonly characters: readonly TimedCharacter[]
  /** Nothing follows. */
  readonly isLast: boolean
  /** The service's error message, if it failed. */
  readonly error: string | undefined
}

const Alignment = z.object({
  chars: z.array(z.string()),
  charStartTimesMs: z.array(z.number()),
})

const Message = z.object({
  audio: z.base64().nullish(),
  isFinal: z.boolean().nullish(),
  alignment: Alignment.nullish().catch(null),
  normalizedAlignment: Alignment.nullish().catch(null),
  error: z.string().nullish(),
  message: z.string().nullish(),
})

/**
 * Parses a message of the service.
 * @throws SpeechError if it is invalid
 */
export function readMessage(value: unknown): ElevenLabsMessage {
  const { success, data } = Message.safeParse(value)
  if (!success) throw new SpeechError(fault('speech_unreadable'))
  const { audio, isFinal, alignment, normalizedAlignment, error, message } = data
  return {
    sound: Buffer.from(audio ?? '', 'base64'),
    characters: charactersOf(alignment ?? normalizedAlignment),
    isLast: isFinal === true,
    error: error === null || error === undefined ? undefined : (message ?? error),
  }
}

/** Times that decrease or are invalid are replaced by that of the previous character. */
function charactersOf(alignment: z.infer<typeof Alignment> | null | undefined): TimedCharacter[] {
  if (!alignment || alignment.chars.length !== alignment.charStartTimesMs.length) return []
  let startMs = 0
  return alignment.chars.map((text, index) => {
    startMs = Math.max(startMs, alignment.charStartTimesMs[index]!)
    return { text, startMs }
  })
}
