import type { ChatModel } from './model.ts'
import type { Texts } from './texts.ts'

/** What every part of the panel is given: the model, the words, and what only the panel knows. */
export interface View {
  readonly model: ChatModel
  readonly texts: Texts
  /** Where Parley is. */
  readonly origin: string
  /** Whether there is something new below what is being read. */
  readonly isBehind: boolean
  send(): void
  close(): void
  scrollToEnd(): void
}
