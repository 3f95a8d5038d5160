import { z } from 'zod'
import { AnswerExplanation } from './explanations.ts'
import { VoiceClientMessage, VoiceServerMessage } from './voice-socket.ts'

/*
 * Text messages on the socket of a call that tests a draft (`/api/user/practice`, subprotocol `parley.practice.1`): those of a
 * web call, and text typed by the caller. Browsers import only the types of this file.
 */

/** Message from the page that tests a draft. */
export const PracticeClientMessage = z.discriminatedUnion('type', [
  ...VoiceClientMessage.options,
  /** Text typed by the caller in place of speech. */
  z.strictObject({ type: z.literal('text'), text: z.string().trim().min(1).max(2000) }),
])
export type PracticeClientMessage = z.infer<typeof PracticeClientMessage>

/** Message to the page that tests a draft. */
export const PracticeServerMessage = z.discriminatedUnion('type', [
  ...VoiceServerMessage.options,
  /** The basis of an answer; `text` is what was heard of it, as in its final caption, which comes first. */
  z.strictObject({
    type: z.literal('explained'),
    text: z.string(),
    explanation: AnswerExplanation,
  }),
])
export type PracticeServerMessage = z.infer<typeof PracticeServerMessage>
