import { z } from 'zod'
import { VoiceEnd, VoicePlayback } from './voice-socket.ts'

/*
 * Text messages on the socket of an operator who listens to a call (`/api/user/voice`, subprotocol `parley.listen.1`), one JSON
 * object each. Audio is in binary messages (`voice-frames.ts`): both sides downstream, and the operator's microphone upstream
 * once they have taken the call. Browsers import only the types of this file.
 */

/** Message from the desk. */
export const ListenClientMessage = z.discriminatedUnion('type', [
  /** First message: starts listening to the call of a ticket. */
  z.strictObject({ type: z.literal('hello'), ticket: z.string().min(1).max(200) }),
  /**
   * The listener speaks from now on, in place of the assistant or of the colleague with the id `from`; their microphone's audio
   * follows. Refused if somebody else than `from` is speaking.
   */
  z.strictObject({ type: z.literal('take'), from: z.int().positive().optional() }),
  /** The microphone's audio ends: the assistant speaks again. */
  z.strictObject({ type: z.literal('give-back') }),
  /** The listener leaves, which also gives back a call they had taken. */
  z.strictObject({ type: z.literal('bye') }),
])
export type ListenClientMessage = z.infer<typeof ListenClientMessage>

/** Message from the server. */
export const ListenServerMessage = z.discriminatedUnion('type', [
  /** Audio of both sides follows. */
  z.strictObject({
    type: z.literal('ready'),
    /** Null if the call belongs to no conversation. */
    conversation_id: z.uuid().nullable(),
    call_id: z.int(),
  }),
  ...VoicePlayback,
  /** True: the visitor hears the listener's microphone from now on. */
  z.strictObject({ type: z.literal('speaking'), on: z.boolean() }),
  /** An operator whom the listener did not name is speaking already, or taking the call failed. */
  z.strictObject({ type: z.literal('refused'), reason: z.enum(['taken', 'failed']) }),
  z.strictObject({ type: z.literal('ended'), reason: VoiceEnd }),
])
export type ListenServerMessage = z.infer<typeof ListenServerMessage>
