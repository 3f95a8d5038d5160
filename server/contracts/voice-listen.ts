import { z } from 'zod'
import { VoiceEnd, VoicePlayback } from './voice-socket.ts'

/*
 * Text messages on the socket of somebody at the desk who listens to a call (`/api/user/voice`, subprotocol
 * `parley.listen.1`), one JSON object each. Its sound is in binary messages (`voice-frames.ts`): of both sides downwards,
 * of the operator's microphone upwards once they have taken the call. A browser takes the types of this file only.
 */

/** Message of the desk. */
export const ListenClientMessage = z.discriminatedUnion('type', [
  /** The first message: opens the ears to the call of a ticket. */
  z.strictObject({ type: z.literal('hello'), ticket: z.string().min(1).max(200) }),
  /** The listener speaks from now on, in place of the assistant: sound of their microphone follows. */
  z.strictObject({ type: z.literal('take') }),
  /** No more sound of it follows: the assistant speaks again. */
  z.strictObject({ type: z.literal('give-back') }),
  /** The listener leaves; who has taken the call gives it back by that. */
  z.strictObject({ type: z.literal('bye') }),
])
export type ListenClientMessage = z.infer<typeof ListenClientMessage>

/** Message of the server. */
export const ListenServerMessage = z.discriminatedUnion('type', [
  /** Sound of both sides follows. */
  z.strictObject({
    type: z.literal('ready'),
    /** Null for a call that is spoken in none. */
    conversation_id: z.uuid().nullable(),
    call_id: z.int(),
  }),
  ...VoicePlayback,
  /** True from now on: sound of the listener's microphone is what the visitor hears. */
  z.strictObject({ type: z.literal('speaking'), on: z.boolean() }),
  /** Somebody else speaks already, or taking the call has failed. */
  z.strictObject({ type: z.literal('refused'), reason: z.enum(['taken', 'failed']) }),
  z.strictObject({ type: z.literal('ended'), reason: VoiceEnd }),
])
export type ListenServerMessage = z.infer<typeof ListenServerMessage>
