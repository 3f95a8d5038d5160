import { createLauncher } from './launcher.ts'
import { type Options, optionsOf } from './options.ts'
import type { Chat, ParleyCall, ParleyChatElement } from './parley.d.ts'

/** The element's name. */
const TAG = 'parley-chat'

/** The address of the script: the chat's other files are beside it. */
let home = ''

/** Calls from before there was a chat. */
const calls: ParleyCall[] = window.parley?.q ?? []

/** `<parley-chat>`: the launcher, and the chat once somebody wants it. */
export interface ParleyChat extends Chat {}
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the launcher gives the element its methods
export class ParleyChat extends HTMLElement implements ParleyChatElement {
  /** The page did not put it where it is, and does not mean it when it takes it away. */
  declare stays?: boolean

  connectedCallback(): void {
    if (!this.shadowRoot) {
      Object.assign(this, createLauncher(this, optionsOf(this), home))
      calls.splice(0).map(call)
    }
    if (this.hasAttribute('inline')) return
    // Above all that the page does with layers, and placed by the window, whatever the page does to itself.
    this.popover = 'manual'
    this.togglePopover?.(true)
  }

  /** A page that replaces its content, or all of itself, did not mean the chat; it may finish first. */
  async disconnectedCallback(): Promise<void> {
    await null
    if (this.isConnected) return
    if (this.stays) document.documentElement?.append(this)
    else this.destroy()
  }
}

/** Passes a call on to the chat, as soon as there is one. */
function call(words: ParleyCall): void {
  const chat = document.querySelector(TAG)
  const [verb, ...parameters] = words
  if (chat?.ready) (chat[verb] as (...parameters: unknown[]) => void)(...parameters)
  else calls.push(words)
}

/** Defines the element, once a page, and takes over the calls that were made before. */
export function define(address: string): void {
  home = address
  if (customElements.get(TAG)) return
  window.parley = (...words) => call(words)
  customElements.define(TAG, ParleyChat)
}

/** Puts one launcher on the page for an assistant, unless there is one. */
export function place(options: Options): ParleyChatElement {
  const known = document.querySelector(`${TAG}[assistant="${options['assistant']}"]`)
  if (known) return known as ParleyChatElement
  const element = document.createElement(TAG) as ParleyChat
  for (const name in options) element.setAttribute(name, options[name]!)
  element.stays = true
  document.documentElement.append(element)
  return element
}
