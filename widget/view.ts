import type { ChatModel } from './model.ts'
import type { More } from './rest.ts'
import type { Settings } from './settings.ts'
import type { Storage } from './storage.ts'
import type { Texts } from './texts.ts'

/** Props of every part of the panel: the model, the texts, and state that only the panel knows. */
export interface View {
  readonly model: ChatModel
  readonly texts: Texts
  readonly settings: Settings
  readonly storage: Storage
  /** Origin of Parley. */
  readonly origin: string
  /** The parts that come when they are needed, once they are here. */
  readonly more: More | undefined
  needMore(): Promise<More | undefined>
  /** True if the chat is embedded in the page, without a launcher. */
  readonly isInline: boolean
  /** True if there are new messages below the visible part. */
  readonly isBehind: boolean
  send(): void
  close(): void
  /** Puts the focus where one writes. */
  focus(): void
  scrollToEnd(): void
}
