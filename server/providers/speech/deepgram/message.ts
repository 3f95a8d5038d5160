import { z } from 'zod'
import { fault } from '#contracts/faults.ts'
import { SpeechError } from '../speech-error.ts'

/** A relevant message of the service. Times are ms within the audio sent to it. */
export type DeepgramMessage =
  | {
      readonly kind: 'text'
      readonly text: string
      readonly language?: string
      /** Will not change any more. */
      readonly isFinal: boolean
      /** The service considers the turn finished. */
      readonly endsTurn: boolean
      /** Answers a `Finalize`. */
      readonly isFinalize: boolean
      readonly endMs: number
    }
  | { readonly kind: 'speech' | 'end'; readonly endMs: number }
  | { readonly kind: 'error'; readonly words: string }
  | { readonly kind: 'other' }

const Seconds = z.number().nonnegative()
const Flag = z.boolean().nullish()

const Results = z.object({
  type: z.literal('Results'),
  start: Seconds,
  duration: Seconds,
  is_final: Flag,
  speech_final: Flag,
  from_finalize: Flag,
  channel: z.object({
    alternatives: z.array(
      z.object({ transcript: z.string(), languages: z.array(z.string().max(60)).nullish() }),
    ),
  }),
})
const SpeechStarted = z.object({ type: z.literal('SpeechStarted'), timestamp: Seconds })
const UtteranceEnd = z.object({ type: z.literal('UtteranceEnd'), last_word_end: z.number() })
const Failure = z.object({
  type: z.literal('Error'),
  description: z.string().nullish(),
  message: z.string().nullish(),
})
const Message = z.discriminatedUnion('type', [Results, SpeechStarted, UtteranceEnd, Failure])

const Typed = z.object({ type: z.string() })

/**
 * Parses a message of the service.
 * @throws SpeechError if it is invalid
 */
export function readMessage(value: unknown): DeepgramMessage {
  const { success, data } = Message.safeParse(value)
  if (!success) return otherOrThrow(value)
  switch (data.type) {
    case 'Results':
      return textOf(data)
    case 'SpeechStarted':
      return { kind: 'speech', endMs: msOf(data.timestamp) }
    case 'UtteranceEnd':
      return { kind: 'end', endMs: msOf(data.last_word_end) }
    default:
      return { kind: 'error', words: data.description ?? data.message ?? '' }
  }
}

/** Unknown message types are ignored. */
function otherOrThrow(value: unknown): DeepgramMessage {
  const { success, data } = Typed.safeParse(value)
  const isKnown = Message.options.some((option) => option.shape.type.value === data?.type)
  if (!success || isKnown) throw new SpeechError(fault('speech_unreadable'))
  return { kind: 'other' }
}

function textOf(results: z.infer<typeof Results>): DeepgramMessage {
  const { start, duration, is_final, speech_final, from_finalize, channel } = results
  const { transcript = '', languages } = channel.alternatives[0] ?? {}
  const isFinalize = from_finalize === true
  const language = languages?.[0]
  return {
    kind: 'text',
    text: transcript.replace(/[\p{Cc}\s]+/gu, ' ').trim(),
    ...(language !== undefined && { language }),
    isFinal: is_final === true,
    // An answer to our own `Finalize` says nothing about the turn.
    endsTurn: speech_final === true && !isFinalize,
    isFinalize,
    endMs: msOf(start + duration),
  }
}

const msOf = (seconds: number): number => Math.round(seconds * 1000)
