import { createLauncher } from './launcher.ts'
import { type Options, optionsOf } from './options.ts'
import type { Chat, ParleyCall, ParleyChatElement, ParleyQueue } from './parley.d.ts'

const TAG = 'parley-chat'

/** URL of the script; the chat's other files are in the same directory. */
let home = ''

/** Calls made before there was a chat. */
const calls: ParleyCall[] = window.parley?.q ?? []

/** `<parley-chat>`: the launcher, and the chat once it is needed. */
export interface ParleyChat extends Chat {}
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the launcher gives the element its methods
export class ParleyChat extends HTMLElement implements ParleyChatElement {
  /** True if the script placed the element, so the page does not remove it intentionally. */
  declare stays?: boolean

  connectedCallback(): void {
    const options = optionsOf(this)
    const isInline = 'inline' in options
    if (!this.shadowRoot) {
      // A second bubble of an assistant waits until the page removes the first.
      if (!isInline && find(options)?.shadowRoot) return
      createLauncher(this, options, home)
    }
    if (!isInline) {
      // The top layer is above every z-index of the page and is positioned by the viewport, even if the page is
      // transformed.
      this.setAttribute('popover', 'manual')
      this.togglePopover?.(true)
    }
    for (const words of calls.splice(0)) (call as ParleyQueue)(...words)
  }

  /**
   * Re-attaches an element that was removed along with the page's content; deferred, since the page may only be moving
   * it.
   */
  async disconnectedCallback(): Promise<void> {
    await null
    const { stays } = this
    // The launcher re-attaches itself, unless the page was rewritten, which removes all listeners.
    if (stays) (this.ontoggle as (() => void) | null)?.()
    if (this.isConnected) return
    this.destroy?.()
    if (stays) place(optionsOf(this))
    for (const chat of document.querySelectorAll<ParleyChat>(TAG)) chat.connectedCallback()
  }
}

/** Selector of chats that have a launcher. */
const LIVE = `${TAG}:is([popover],[inline])`

/** The chat of an assistant on this page, if there is one. */
const find = (options: Options) =>
  document.querySelector<ParleyChat>(`${LIVE}[assistant="${options['assistant']}"]`)

/** Forwards a call to the chat, or queues it until there is one. */
function call(verb: keyof Chat, ...parameters: unknown[]): void {
  const chat = document.querySelector<ParleyChat>(LIVE)
  if (chat) (chat[verb] as (...parameters: unknown[]) => void)(...parameters)
  else calls.push([verb, ...parameters] as ParleyCall)
}

/** Defines the element once per page and takes over the calls queued before. */
export function define(address: string): void {
  home = address
  if (customElements.get(TAG)) return
  window.parley = call
  customElements.define(TAG, ParleyChat)
}

/** Places a launcher for an assistant on the page, unless there already is one. */
export function place(options: Options): ParleyChatElement {
  const known = find(options)
  if (known) return known
  const element = document.createElement(TAG) as ParleyChat
  for (const name in options) element.setAttribute(name, options[name]!)
  element.stays = true
  document.documentElement?.append(element)
  return element
}
