import type { VNode } from 'preact'
import type { Author } from '#contracts/messages.ts'
import type { PublicAssistant } from '#contracts/widget.ts'
import type { Asleep } from './asleep.tsx'
import type { Conversation } from './conversation.ts'
import type { Trouble } from './more/diagnosis.ts'
import type { Entry } from './shelf.ts'
import type { View } from './view.ts'

/** Screen of the panel other than the conversation. */
export type Pane = 'history' | 'email' | 'erase'

/** Everything the panel shows. */
export interface State {
  assistant?: PublicAssistant
  /** Reason why the assistant is not available. */
  trouble?: Trouble | undefined
  conversation?: Conversation | undefined
  /** Unsent messages. */
  outbox: readonly Entry[]
  /** Author on the other side who is typing. */
  typing?: Author | undefined
  /** True once the stream has been down long enough to be shown. */
  isCut: boolean
  /** Unsent draft. */
  draft: string
  /** Files attached to the draft. */
  files: readonly File[]
  /** Error about the draft. */
  problem: string
  /** Messages for assistive technology, in order. */
  readonly announcements: string[]
  /** Result of the last click, shown briefly. */
  notice: string
  isMenuOpen: boolean
  /** Emoji are offered. */
  isChoosing: boolean
  /** Renders the call in the panel, while there is one. */
  Call?: ((view: View) => VNode) | undefined
  pane?: Pane | undefined
  /** Answers from the pack, once Parley could not be reached. */
  asleep?: Asleep | undefined
}
