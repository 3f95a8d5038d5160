import type { ChatModel } from './model.ts'
import type { More } from './rest.ts'
import type { Settings } from './settings.ts'
import type { Storage } from './storage.ts'
import type { Texts } from './texts.ts'

/** What every part of the panel is given: the model, the words, and what only the panel knows. */
export interface View {
  readonly model: ChatModel
  readonly texts: Texts
  readonly settings: Settings
  readonly storage: Storage
  /** Where Parley is. */
  readonly origin: string
  /** The parts that come when they are needed, once they are here. */
  readonly more: More | undefined
  needMore(): Promise<More | undefined>
  /** Whether the chat stands in the page, with no launcher. */
  readonly isInline: boolean
  /** Whether there is something new below what is being read. */
  readonly isBehind: boolean
  send(): void
  close(): void
  /** Puts the focus where one writes. */
  focus(): void
  scrollToEnd(): void
}
