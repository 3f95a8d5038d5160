import { z } from 'zod'
import { DOWN_RATE, UP_RATE } from './voice-frames.ts'

/*
 * Text messages on the socket of a web call (`/api/widget/voice`, subprotocol `parley.call.1`), one JSON object each. Its
 * sound is in binary messages (`voice-frames.ts`). A browser takes the types of this file only.
 */

const utterance = z.int().min(1).max(0xffff_ffff)
/** From the beginning of an utterance; the player's own count of samples. */
const ms = z.number().min(0).max(86_400_000)

/** Message of the visitor's browser. */
export const VoiceClientMessage = z.discriminatedUnion('type', [
  /** The first message: opens the call of a ticket. `rate` is that of the browser's audio, Hz, for the log. */
  z.strictObject({
    type: z.literal('hello'),
    ticket: z.string().min(1).max(200),
    rate: z.int().min(8000).max(384_000).optional(),
    /** The last frame that arrived before the connection of this call was lost: those after it are sent again. */
    received: z.strictObject({ utterance, sequence: z.int().min(0).max(0xffff_ffff) }).optional(),
  }),
  /** So much of an utterance has left the loudspeaker; every 100 ms, and at its end. */
  z.strictObject({ type: z.literal('played'), utterance, ms }),
  /** Answer to `clear`: what had been played when the rest was dropped. */
  z.strictObject({ type: z.literal('cleared'), utterance, ms }),
  z.strictObject({ type: z.literal('digit'), digit: z.string().regex(/^[0-9*#A-D]$/) }),
  z.strictObject({ type: z.literal('mute'), on: z.boolean() }),
  /** The visitor hangs up. */
  z.strictObject({ type: z.literal('bye') }),
])
export type VoiceClientMessage = z.infer<typeof VoiceClientMessage>

/** Stage of the turn: the one who has the word, and what they do. */
export const VoiceState = z.enum(['listening', 'hearing', 'thinking', 'speaking', 'held'])
export type VoiceState = z.infer<typeof VoiceState>

/** Reason that a call ended. */
export const VoiceEnd = z.enum([
  'customer',
  'assistant',
  /** Nobody spoke for the longest silence. */
  'silence',
  /** The longest duration was reached. */
  'limit',
  /** A person has taken over, or the conversation has ended. */
  'closed',
  'failed',
])
export type VoiceEnd = z.infer<typeof VoiceEnd>

/** Messages about the sound of the assistant, for whoever plays it. */
export const VoicePlayback = [
  /** Sound of this utterance follows, and none of an earlier one. */
  z.strictObject({ type: z.literal('utterance'), utterance }),
  /** Drop what has not been played, answer with `cleared`. */
  z.strictObject({ type: z.literal('clear'), utterance }),
  /** Stop the sound and keep it, until `resume` or `clear`. */
  z.strictObject({ type: z.literal('pause'), utterance }),
  z.strictObject({ type: z.literal('resume'), utterance }),
] as const

export type VoicePlaybackMessage = z.infer<(typeof VoicePlayback)[number]>

/** Message of the server. */
export const VoiceServerMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('ready'),
    /** Both are null for a call that is kept nowhere. */
    conversation_id: z.uuid().nullable(),
    call_id: z.int().nullable(),
    /** Rates of the sound in binary messages, Hz. */
    rates: z.strictObject({ up: z.literal(UP_RATE), down: z.literal(DOWN_RATE) }),
    /** Sound that may come ahead of its playing, ms. */
    lead_ms: z.int(),
    /** False where nothing is configured that recognises speech, or that speaks. */
    hears: z.boolean(),
    speaks: z.boolean(),
  }),
  ...VoicePlayback,
  /** Caption. Those of people replace the last one that is not final; that of the assistant is as far as it was heard. */
  z.strictObject({
    type: z.literal('said'),
    speaker: z.enum(['visitor', 'assistant', 'person']),
    text: z.string(),
    final: z.boolean(),
  }),
  /** The last word on an utterance: what was heard of it, and so what the conversation holds. */
  z.strictObject({ type: z.literal('heard'), utterance, text: z.string() }),
  z.strictObject({ type: z.literal('state'), state: VoiceState }),
  /** A person speaks from now on, by this name, as sound of utterance 0; null: the assistant does again. */
  z.strictObject({ type: z.literal('person'), name: z.string().nullable() }),
  z.strictObject({ type: z.literal('ended'), reason: VoiceEnd }),
])
export type VoiceServerMessage = z.infer<typeof VoiceServerMessage>
