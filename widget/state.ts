import type { Author } from '#contracts/messages.ts'
import type { PublicAssistant } from '#contracts/widget.ts'
import type { Conversation } from './conversation.ts'
import type { Trouble } from './diagnosis.ts'
import type { Entry } from './storage.ts'

/** Everything the panel shows. */
export interface State {
  assistant?: PublicAssistant
  /** Why there is no assistant. */
  trouble?: Trouble | undefined
  conversation?: Conversation | undefined
  /** Messages on their way. */
  outbox: readonly Entry[]
  /** Who else is typing. */
  typing?: Author | undefined
  /** The stream is gone for long enough to say so. */
  isCut: boolean
  /** What has been written and not sent. */
  draft: string
  /** What assistive technology is told. */
  announcement: string
}
