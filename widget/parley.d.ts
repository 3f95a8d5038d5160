/*
 * The chat widget's public face: what `<parley-chat>` and `createChat` are, for websites that use TypeScript. The widget
 * itself is held to these types.
 */

/**
 * Options of a website on the tag, in `createChat`, or as attributes of `<parley-chat>` (`offsetX` is `offset-x`
 * there).
 */
export interface ChatOptions {
  /** The assistant's id, a UUID. */
  readonly assistant: string
  /** Origin of Parley, when it does not serve these files: `https://chat.example.com`. */
  readonly server?: string
  /** Any CSS colour. */
  readonly color?: string
  /** The corner; a side alone is its bottom corner. */
  readonly position?: 'right' | 'left' | 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left'
  /** Distance from the corner, px. */
  readonly offsetX?: number | string
  readonly offsetY?: number | string
  readonly theme?: 'auto' | 'light' | 'dark'
  /** Words on the launcher. */
  readonly label?: string
  /** `none`: the words alone. */
  readonly icon?: 'none'
  /** Language of the interface; the page's, the assistant's or the browser's when not said. */
  readonly lang?: string
  /** Opens at once, except on phones. */
  readonly open?: boolean | string
  /** Stands in the page and fills its parent, instead of floating over it. */
  readonly inline?: boolean | string
  /** Offers the invitation of the assistant's settings; a text here is offered instead. */
  readonly invite?: boolean | string
  /** Fallback contact when the chat is unavailable: a page address or `mailto:`. */
  readonly fallback?: string
}

/** Events of the chat; the event's `detail` by its name. */
export interface ChatEvents {
  open: undefined
  close: undefined
  /** A whole message, of anybody. */
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
  /** Closes the chat and gives the focus back. */
  close(): void
  toggle(): void
  /** Shows the launcher again. */
  show(): void
  /** Hides the launcher and the chat. */
  hide(): void
  /** Sends a message as the visitor; resolves once it is safely on its way. */
  send(text: string): Promise<void>
  /** Says who the visitor is: a token that the website's server has signed (JWT, HS256). */
  identify(token: string): Promise<void>
  /** Tells the assistant more; what is known is not asked in the form. */
  setVariables(variables: Readonly<Record<string, unknown>>): Promise<void>
  /** Forgets the visitor in this browser, for shared computers: call it at sign-out. */
  reset(): Promise<void>
  on<type extends keyof ChatEvents>(
    type: type,
    listener: (event: CustomEvent<ChatEvents[type]>) => void,
  ): void
  off<type extends keyof ChatEvents>(
    type: type,
    listener: (event: CustomEvent<ChatEvents[type]>) => void,
  ): void
  /** Calls back once the launcher is on the page. */
  ready(listener?: (chat: ParleyChatElement) => void): Promise<void>
  /** Takes the chat off the page; what was said stays. */
  destroy(): void
}

export interface ParleyChatElement extends HTMLElement, Chat {}

/** A call that waits for the script: `parley('open')`. */
export type ParleyCall = {
  [verb in keyof Chat]: [verb: verb, ...parameters: Parameters<Chat[verb]>]
}[keyof Chat]

/** `window.parley`: calls made before the script has loaded are kept in `q`. */
export interface ParleyQueue {
  (...call: ParleyCall): void
  q?: ParleyCall[]
}

/** Puts a chat on the page, or finds the one of this assistant that is there. */
export function createChat(options: ChatOptions): ParleyChatElement

declare global {
  interface Window {
    parley?: ParleyQueue
  }
  interface HTMLElementTagNameMap {
    'parley-chat': ParleyChatElement
  }
}
