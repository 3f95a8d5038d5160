import { z } from 'zod'
import { DOWN_RATE, UP_RATE } from './voice-frames.ts'

/*
 * Text messages on the socket of a web call (`/api/widget/voice`, subprotocol `parley.call.1`), one JSON object each. Audio is in
 * binary messages (`voice-frames.ts`). Browsers import only the types of this file.
 */

const utterance = z.int().min(1).max(0xffff_ffff)
/** Position in an utterance, ms; counted by the player from its samples. */
const ms = z.number().min(0).max(86_400_000)

/** Message from the visitor's browser. */
export const VoiceClientMessage = z.discriminatedUnion('type', [
  /** First message: opens the call of a ticket. `rate` is the sample rate of the browser's audio, Hz, for the log. */
  z.strictObject({
    type: z.literal('hello'),
    ticket: z.string().min(1).max(200),
    rate: z.int().min(8000).max(384_000).optional(),
    /** Last frame received before this call's connection was lost: the frames after it are sent again. */
    received: z.strictObject({ utterance, sequence: z.int().min(0).max(0xffff_ffff) }).optional(),
  }),
  /** Playback position in an utterance; sent every 100 ms and at its end. */
  z.strictObject({ type: z.literal('played'), utterance, ms }),
  /** Answer to `clear`: playback position at which the rest was dropped. */
  z.strictObject({ type: z.literal('cleared'), utterance, ms }),
  z.strictObject({ type: z.literal('digit'), digit: z.string().regex(/^[0-9*#A-D]$/) }),
  z.strictObject({ type: z.literal('mute'), on: z.boolean() }),
  /** Words that the browser recognised, where `ready` asks for them; those that are not final may still change. */
  z.strictObject({ type: z.literal('words'), text: z.string().max(2000), final: z.boolean() }),
  /** The visitor hangs up. */
  z.strictObject({ type: z.literal('bye') }),
])
export type VoiceClientMessage = z.infer<typeof VoiceClientMessage>

/** Phase of the conversation: whose turn it is, and what they are doing. */
export const VoiceState = z.enum(['listening', 'hearing', 'thinking', 'speaking', 'held'])
export type VoiceState = z.infer<typeof VoiceState>

/** Reason why a call ended. */
export const VoiceEnd = z.enum([
  'customer',
  'assistant',
  /** The maximum silence was reached. */
  'silence',
  /** The maximum duration was reached. */
  'limit',
  /** An operator took over, or the conversation ended. */
  'closed',
  'failed',
])
export type VoiceEnd = z.infer<typeof VoiceEnd>

/** Messages to the player of the assistant's audio. */
export const VoicePlayback = [
  /** Audio of this utterance follows, and none of an earlier one. */
  z.strictObject({ type: z.literal('utterance'), utterance }),
  /** Drop all unplayed audio and answer with `cleared`. */
  z.strictObject({ type: z.literal('clear'), utterance }),
  /** Pause playback and keep the audio, until `resume` or `clear`. */
  z.strictObject({ type: z.literal('pause'), utterance }),
  z.strictObject({ type: z.literal('resume'), utterance }),
] as const

export type VoicePlaybackMessage = z.infer<(typeof VoicePlayback)[number]>

/** Message from the server. */
export const VoiceServerMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('ready'),
    /** Both are null if the call is not recorded in the database. */
    conversation_id: z.uuid().nullable(),
    call_id: z.int().nullable(),
    /** Sample rates of the binary messages, Hz. */
    rates: z.strictObject({ up: z.literal(UP_RATE), down: z.literal(DOWN_RATE) }),
    /** Audio that may be sent ahead of playback, ms. */
    lead_ms: z.int(),
    /** False if no speech recognition, or no speech synthesis, is configured. */
    hears: z.boolean(),
    speaks: z.boolean(),
    /** The browser is to recognise what the visitor says, and to send it as `words`. */
    browser_hears: z.boolean(),
  }),
  ...VoicePlayback,
  /** Caption. A person's caption replaces the last one that is not final; the assistant's covers what has been heard so far. */
  z.strictObject({
    type: z.literal('said'),
    speaker: z.enum(['visitor', 'assistant', 'person']),
    text: z.string(),
    final: z.boolean(),
  }),
  /** Final result for an utterance: what was heard of it, and thus what the conversation records. */
  z.strictObject({ type: z.literal('heard'), utterance, text: z.string() }),
  z.strictObject({ type: z.literal('state'), state: VoiceState }),
  /** An operator with this name speaks from now on, as audio of utterance 0; null: the assistant speaks again. */
  z.strictObject({ type: z.literal('person'), name: z.string().nullable() }),
  z.strictObject({ type: z.literal('ended'), reason: VoiceEnd }),
])
export type VoiceServerMessage = z.infer<typeof VoiceServerMessage>
