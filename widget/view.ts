import type { ChatModel } from './model.ts'
import type { More } from './rest.ts'
import type { Settings } from './settings.ts'
import type { Storage } from './storage.ts'
import type { Texts } from './texts.ts'

/** Props shared by all parts of the panel: the model, the texts, and state known only to the panel. */
export interface View {
  readonly model: ChatModel
  readonly texts: Texts
  readonly settings: Settings
  readonly storage: Storage
  /** Origin of Parley. */
  readonly origin: string
  /** The parts loaded on demand, once they are loaded. */
  readonly more: More | undefined
  needMore(): Promise<More | undefined>
  /** True if the chat is embedded in the page, without a launcher. */
  readonly isInline: boolean
  /** True if there are new messages below the visible part. */
  readonly isBehind: boolean
  send(): void
  close(): void
  /** Focuses the input. */
  focus(): void
  scrollToEnd(): void
}
