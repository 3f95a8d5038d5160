/// <reference types="vite/client" />
import { dress } from './dress.ts'
import css from './launcher.css?inline'
import type { ChatModule, MountedChat } from './mount.ts'
import { parseFlag } from './options.ts'
import { hasTalked } from './storage-key.ts'

/** A chat fills screens up to this width, so there it opens only when asked. */
const PHONE = 480

/** Builds the launcher, fetches the chat on the first sign of interest and opens it when asked. */
export function createLauncher(element: HTMLElement) {
  const data = element.dataset
  const language = document.documentElement.lang || navigator.language
  const [greeting, failure] = /^de/.test(language)
    ? ['Chatten Sie mit uns', 'Der Chat lädt nicht. Nochmal versuchen']
    : ['Chat with us', 'The chat could not be loaded. Try again']
  const label = data['label'] ?? ''
  const badge = create('b')
  const button = create('button', label, badge)
  const again = create('button')
  const frame = create('div', again, button)
  const root = element.attachShadow({ mode: 'open' })
  let wanted = false
  let failures = 0
  let loading: Promise<ChatModule> | undefined
  let chat: MountedChat | undefined

  adopt(css)
  root.append(frame)
  frame.className = 'frame'
  again.ariaLive = 'polite'
  again.onclick = open
  button.onclick = toggle
  button.onpointerenter = button.onfocus = load
  dress(frame, data)
  show(false)
  showUnread('', '')
  if (parseFlag(data['open']) && innerWidth > PHONE) begin(false)
  else if (hasTalked(data['assistant'])) setTimeout(() => mount().catch(() => {}), 1000)

  /** Constructed style sheets work under every content security policy. */
  function adopt(text: string): void {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    root.adoptedStyleSheets.push(sheet)
  }

  function show(open: boolean, problem = ''): void {
    wanted = open
    button.ariaExpanded = `${open}`
    again.textContent = problem
  }

  function showUnread(count: string, words: string): void {
    badge.textContent = count
    button.ariaLabel = (label || greeting) + words
  }

  /** Fetches the chat once; a browser may remember that it failed, so every new try has its own address. */
  function load(): Promise<ChatModule> {
    const url = `${data['origin']}/widget/chat.js?${failures}`
    loading ??= import(/* @vite-ignore */ url) as Promise<ChatModule>
    loading.catch(() => {
      failures += 1
      loading = undefined
    })
    return loading
  }

  async function mount(): Promise<MountedChat> {
    const { mountChat } = await load()
    chat ??= mountChat({ data, root, frame, adopt, dress, showUnread, close })
    return chat
  }

  async function begin(focus: boolean): Promise<void> {
    show(true)
    try {
      const mounted = await mount()
      if (wanted) mounted.show(focus)
    } catch (error) {
      console.error('Parley:', error)
      show(false, failure)
    }
  }

  /** Opens the chat and moves the focus into it. */
  function open(): void {
    begin(true)
  }

  /** Closes the chat and gives the focus back to the launcher. */
  function close(): void {
    show(false)
    chat?.hide()
    button.focus()
  }

  function toggle(): void {
    if (wanted) close()
    else open()
  }

  /** Ends the chat and takes it off the page; what was said stays on the server. */
  function destroy(): void {
    chat?.destroy()
    delete data['assistant']
    element.remove()
  }

  return { open, close, toggle, destroy }
}

function create(tag: string, ...children: (Node | string)[]): HTMLElement {
  const element = document.createElement(tag)
  element.append(...children)
  return element
}
