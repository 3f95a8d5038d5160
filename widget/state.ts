import type { Author } from '#contracts/messages.ts'
import type { PublicAssistant } from '#contracts/widget.ts'
import type { Conversation } from './conversation.ts'
import type { Trouble } from './more/diagnosis.ts'
import type { Entry } from './shelf.ts'

/** What the panel shows instead of the conversation. */
export type Pane = 'history' | 'erase'

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
  /** Files that go with what is being written. */
  files: readonly File[]
  /** What went wrong with what is being written. */
  problem: string
  /** What assistive technology is told. */
  announcement: string
  /** What a click has just done, shown for a moment. */
  notice: string
  isMenuOpen: boolean
  pane?: Pane | undefined
}
