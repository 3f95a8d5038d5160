import type { VNode } from 'preact'
import type { Author } from '#contracts/messages.ts'
import type { PublicAssistant } from '#contracts/widget.ts'
import type { Conversation } from './conversation.ts'
import type { Trouble } from './more/diagnosis.ts'
import type { Entry } from './shelf.ts'
import type { View } from './view.ts'

/** Screen of the panel other than the conversation. */
export type Pane = 'history' | 'erase'

/** Everything the panel shows. */
export interface State {
  assistant?: PublicAssistant
  /** Reason why there is no assistant. */
  trouble?: Trouble | undefined
  conversation?: Conversation | undefined
  /** Messages on their way. */
  outbox: readonly Entry[]
  /** Others who are typing. */
  typing?: Author | undefined
  /** The stream is gone for long enough to say so. */
  isCut: boolean
  /** Unsent draft. */
  draft: string
  /** Files that go with what is being written. */
  files: readonly File[]
  /** Error of the draft. */
  problem: string
  /** Announcement for assistive technology. */
  announcement: string
  /** Result of the last click, shown briefly. */
  notice: string
  isMenuOpen: boolean
  /** The panel's view of a call, while there is one. */
  Call?: ((view: View) => VNode) | undefined
  pane?: Pane | undefined
}
