import type { dress } from './dress.ts'

/** What the launcher gives to the chat. */
export interface ChatHost {
  /** What the site wrote on the tag, not parsed. */
  readonly data: DOMStringMap
  readonly root: ShadowRoot
  /** What the launcher is in, to be dressed like the chat. */
  readonly frame: HTMLElement
  /** Adds a style sheet. */
  adopt(css: string): void
  readonly dress: typeof dress
  /** Shows a number on the launcher, and adds words about it to the launcher's name. */
  showUnread(count: string, words: string): void
  /** Closes the chat and puts the focus back. */
  close(): void
}

/** What the chat gives to the launcher. */
export interface MountedChat {
  /** Shows the panel, and puts the focus into it when a person asked for it. */
  show(focus: boolean): void
  hide(): void
  destroy(): void
}

/** What chat.js exports. */
export interface ChatModule {
  mountChat(host: ChatHost): MountedChat
}
