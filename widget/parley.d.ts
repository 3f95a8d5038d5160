/*
 * The public interface of the chat widget: `<parley-chat>` and `createChat`, for websites that use TypeScript. The
 * widget
 * itself is checked against these types.
 */

/**
 * Options of a website: on the tag, in `createChat`, or as attributes of `<parley-chat>` (`offsetX` is `offset-x`
 * there).
 */
export interface ChatOptions {
  /** The assistant's id, a UUID. */
  readonly assistant: string
  /** Origin of Parley if it does not serve these files itself, such as `https://chat.example.com`. */
  readonly server?: string
  /** Any CSS colour. */
  readonly color?: string
  /** Corner of the window; `right` and `left` are the bottom corners. */
  readonly position?: 'right' | 'left' | 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left'
  /** Distance from the corner, px. */
  readonly offsetX?: number | string
  readonly offsetY?: number | string
  readonly theme?: 'auto' | 'light' | 'dark'
  /** Label of the launcher. */
  readonly label?: string
  /** `none` shows the label only. */
  readonly icon?: 'none'
  /** Language of the interface; defaults to that of the page, the assistant or the browser. */
  readonly lang?: string
  /** Opens the chat when the page loads, except on phones. */
  readonly open?: boolean | string
  /** Embeds the chat in the page, filling its parent, instead of floating over it. */
  readonly inline?: boolean | string
  /** Shows the invitation from the assistant's settings, or this text instead. */
  readonly invite?: boolean | string
  /** Fallback contact when the chat is unavailable: a page address or `mailto:`. */
  readonly fallback?: string
}

/** `detail` of the chat's events, by event name. */
export interface ChatEvents {
  open: undefined
  close: undefined
  /** A complete message from the assistant or an operator. */
  message: {
    readonly author: 'visitor' | 'assistant' | 'operator'
    readonly author_name: string
    readonly content: string
    readonly conversation_id: string
  }
  /** Number of unread messages. */
  unread: { readonly count: number }
}

/** Methods of the chat. */
export interface Chat {
  /** Opens the chat and moves the focus into it. */
  open(): void
  /** Closes the chat and returns the focus to the launcher. */
  close(): void
  toggle(): void
  /** Shows the launcher again. */
  show(): void
  /** Hides the launcher and the chat. */
  hide(): void
  /** Sends a message as the visitor; resolves once it is safely queued. */
  send(text: string): Promise<void>
  /** Identifies the visitor with a token signed by the website's server (JWT, HS256). */
  identify(token: string): Promise<void>
  /** Gives the assistant details about the visitor; the form does not ask for them again. */
  setVariables(variables: Readonly<Record<string, unknown>>): Promise<void>
  /** Forgets the visitor in this browser; call it at sign-out on shared computers. */
  reset(): Promise<void>
  on<type extends keyof ChatEvents>(
    type: type,
    listener: (event: CustomEvent<ChatEvents[type]>) => void,
  ): void
  off<type extends keyof ChatEvents>(
    type: type,
    listener: (event: CustomEvent<ChatEvents[type]>) => void,
  ): void
  /** Resolves, and calls the listener, once the launcher is on the page. */
  ready(listener?: (chat: ParleyChatElement) => void): Promise<void>
  /** Removes the chat from the page; the conversation stays on the server. */
  destroy(): void
}

export interface ParleyChatElement extends HTMLElement, Chat {}

/** A call queued before the script has loaded: `parley('open')`. */
export type ParleyCall = {
  [verb in keyof Chat]: [verb: verb, ...parameters: Parameters<Chat[verb]>]
}[keyof Chat]

/** `window.parley`: calls made before the script has loaded are kept in `q`. */
export interface ParleyQueue {
  (...call: ParleyCall): void
  q?: ParleyCall[]
}

/** Adds a chat to the page, or returns the existing one of this assistant. */
export function createChat(options: ChatOptions): ParleyChatElement

declare global {
  interface Window {
    parley?: ParleyQueue
  }
  interface HTMLElementTagNameMap {
    'parley-chat': ParleyChatElement
  }
}
