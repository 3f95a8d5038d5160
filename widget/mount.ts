import type { Options } from './options.ts'
import type { Chat, ParleyChatElement } from './parley.d.ts'

/** Interface of the chat for the launcher. */
export interface MountedChat
  extends Pick<Chat, 'send' | 'identify' | 'setVariables' | 'reset' | 'destroy'> {
  /** Shows the panel, and puts the focus into it when a person asked for it. */
  show(focus: boolean): void
  hide(): void
}

/**
 * Puts the chat beside the launcher, which is the first thing in the element's shadow.
 * @param options what the site wrote on the tag, not parsed
 * @param home the address of the launcher's file
 * @param name says what the launcher is, and how many messages are unread
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
