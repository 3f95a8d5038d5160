import { z } from 'zod'
import { VoiceClientMessage } from './voice-socket.ts'

/*
 * Text messages on the socket of a call that tries a draft (`/api/user/practice`, subprotocol `parley.practice.1`): those of
 * a web call, and written words of the caller. A browser takes the types of this file only.
 */

/** Message of the page that tries a draft. */
export const PracticeClientMessage = z.discriminatedUnion('type', [
  ...VoiceClientMessage.options,
  /** The caller says this. */
  z.strictObject({ type: z.literal('text'), text: z.string().trim().min(1).max(2000) }),
])
export type PracticeClientMessage = z.infer<typeof PracticeClientMessage>
