import type { Options } from './options.ts'
import type { Chat, ParleyChatElement } from './parley.d.ts'

/** Interface of the chat for the launcher. */
export interface MountedChat
  extends Pick<Chat, 'send' | 'identify' | 'setVariables' | 'reset' | 'destroy'> {
  /** Shows the panel; `focus` is true if the visitor opened it. */
  show(focus: boolean): void
  hide(): void
}

/**
 * Mounts the chat next to the launcher, which is the first child of the element's shadow root.
 * @param options the site's options on the tag, unparsed
 * @param home URL of the launcher's file
 * @param name sets the launcher's accessible name and its number of unread messages
 */
export type MountChat = (
  element: ParleyChatElement,
  options: Options,
  home: string,
  name: (words: string, unread?: string) => void,
) => MountedChat

/** Exports of the chat's file. */
export interface ChatModule {
  readonly mountChat: MountChat
}
