import { z } from 'zod'
import { fault } from '#contracts/faults.ts'
import { SpeechError } from '../speech-error.ts'

/** One character of the text, and the moment of the sound with which it came at which it begins, ms. */
export interface TimedCharacter {
  readonly text: string
  readonly startMs: number
}

/** A message of the service that matters here. */
export interface ElevenLabsMessage {
  /** 16-bit samples; a sample can be cut in two. */
  readonly sound: Buffer
  /** Empty where the service says nothing about the text. */
  readonly characters: readonly TimedCharacter[]
  /** Nothing follows. */
  readonly isLast: boolean
  /** The service's words where it fails. */
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
 * Reads a message of the service.
 * @throws SpeechError when it is none
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

/** Times that go back or are none are those of the character before. */
function charactersOf(alignment: z.infer<typeof Alignment> | null | undefined): TimedCharacter[] {
  if (!alignment || alignment.chars.length !== alignment.charStartTimesMs.length) return []
  let startMs = 0
  return alignment.chars.map((text, index) => {
    startMs = Math.max(startMs, alignment.charStartTimesMs[index]!)
    return { text, startMs }
  })
}
