import { createLauncher } from './launcher.ts'
import { type Options, optionsOf } from './options.ts'
import type { Chat, ParleyCall, ParleyChatElement } from './parley.d.ts'

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
    if (!this.shadowRoot) {
      Object.assign(this, createLauncher(this, optionsOf(this), home))
      calls.splice(0).map(call)
    }
    if (this.hasAttribute('inline')) return
    // The top layer is above every z-index of the page and is positioned by the viewport, even if the page is
    // transformed.
    this.popover = 'manual'
    this.togglePopover?.(true)
  }

  /**
   * Re-attaches an element that was removed along with the page's content; deferred, since the page may only be moving
   * it.
   */
  async disconnectedCallback(): Promise<void> {
    await null
    if (this.isConnected) return
    if (this.stays) document.documentElement?.append(this)
    else this.destroy()
  }
}

/** Forwards a call to the chat, or queues it until there is one. */
function call(words: ParleyCall): void {
  const chat = document.querySelector(TAG)
  const [verb, ...parameters] = words
  if (chat?.ready) (chat[verb] as (...parameters: unknown[]) => void)(...parameters)
  else calls.push(words)
}

/** Defines the element once per page and takes over the calls queued before. */
export function define(address: string): void {
  home = address
  if (customElements.get(TAG)) return
  window.parley = (...words) => call(words)
  customElements.define(TAG, ParleyChat)
}

/** Places a launcher for an assistant on the page, unless there already is one. */
export function place(options: Options): ParleyChatElement {
  const known = document.querySelector(`${TAG}[assistant="${options['assistant']}"]`)
  if (known) return known as ParleyChatElement
  const element = document.createElement(TAG) as ParleyChat
  for (const name in options) element.setAttribute(name, options[name]!)
  element.stays = true
  document.documentElement.append(element)
  return element
}
