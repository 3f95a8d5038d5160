/// <reference types="vite/client" />
import { adoptStyles, applyLook } from './appearance.ts'
import css from './launcher.css?inline'
import type { ChatModule, MountedChat } from './mount.ts'
import { type Options, parseFlag } from './options.ts'
import type { ParleyChatElement } from './parley.d.ts'
import { PHONE } from './phone.ts'
import { isKnown } from './storage-key.ts'

/** File name of the chat; replaced by the build. */
const CHAT = 'chat.js'
/** Loading time after which the visitor sees an error, ms. */
const LOAD_TIMEOUT = 9000

/** Builds the launcher, fetches the chat on the first sign of interest and opens it when asked. */
export function createLauncher(element: ParleyChatElement, options: Options, home: string): void {
  const { label = '' } = options
  const badge = create('b')
  const button = create('button', label, badge)
  const note = create('i')
  const frame = create('x-b', note, button)
  const root = element.attachShadow({ mode: 'open' })
  /** Resolves the queue of calls made by the page before the chat is loaded. */
  let settle: (chat: MountedChat) => void
  const mounted = new Promise<MountedChat>((resolve) => (settle = resolve))
  const isInline = 'inline' in options
  let wanted: boolean
  /** Folder of the next attempt. */
  let folder = '.'
  let loading: Promise<ChatModule | undefined> | undefined
  let chat: MountedChat | undefined

  adoptStyles(root, css)
  root.append(frame)
  frame.ariaLive = 'polite'
  button.onclick = toggle
  button.onpointerenter = button.onfocus = load
  applyLook(frame, options)
  name(label || 'Chat')
  show(false)
  if (!isInline) {
    addEventListener('toggle', rise, true)
    // Called by the browser when the bubble is shown, and by the element when it was removed.
    element.ontoggle = rise
  }
  if (isInline || (parseFlag(options['open']) && innerWidth > PHONE)) begin(false)
  else if (isKnown(options['assistant']) || parseFlag(options['invite'])) setTimeout(mount, 1000)

  function show(open: boolean, problem = ''): void {
    wanted = open
    button.ariaExpanded = `${open}`
    note.textContent = problem
  }

  function name(words: string, unread = ''): void {
    badge.textContent = unread
    button.ariaLabel = words
  }

  /**
   * Fetches the chat once. Browsers may cache a failed import, so each retry uses a different URL, and the chat's parts
   * are resolved relative to it.
   */
  function load(): Promise<ChatModule | undefined> {
    // `import` converts its argument to a string.
    const address = (): string => new URL((folder += '/') + CHAT, home) as URL & string
    return (loading ??= import(/* @vite-ignore */ address()).catch((error) => {
      console.error('Parley:', error)
      loading = undefined
    }))
  }

  async function mount(): Promise<void> {
    const module = await load()
    chat ??= module?.mountChat(element, options, home, name)
    if (chat) settle(chat)
  }

  async function begin(focus = true): Promise<void> {
    show(true)
    await Promise.race([mount(), new Promise((resolve) => setTimeout(resolve, LOAD_TIMEOUT))])
    if (!chat) {
      loading = undefined
      show(false, 'Chat did not load.')
    } else if (wanted) chat.show(focus)
  }

  /** Closes the chat and returns the focus to the launcher. */
  function close(): void {
    show(false)
    chat?.hide()
    button.focus()
  }

  function toggle(): void {
    wanted ? close() : begin()
  }

  /** A modal dialog makes everything outside it inert, so the chat moves into the dialog. */
  function rise(): void {
    const place = [...document.querySelectorAll('dialog:modal')].pop() ?? document.documentElement
    if (place !== element.parentNode) place.append(element)
  }

  Object.assign(element, {
    open: begin,
    close,
    toggle,
    show() {
      element.hidden = false
    },
    hide() {
      element.hidden = true
    },
    on: element.addEventListener,
    off: element.removeEventListener,
    ready: async (listener?: (chat: ParleyChatElement) => void) => listener?.(element),
    /** Ends the chat and removes it from the page; the conversation stays on the server. */
    destroy() {
      removeEventListener('toggle', rise, true)
      chat?.destroy()
      ;(element as { stays?: boolean }).stays = false
      element.parentNode?.removeChild(element)
    },
  })
  for (const verb of ['send', 'identify', 'setVariables', 'reset'] as const) {
    element[verb] = async (parameter?: unknown) => {
      // Other calls wait for the chat; only a message is worth loading it for.
      if (verb === 'send') mount()
      return (await mounted)[verb](parameter as never)
    }
  }
}

function create(tag: string, ...children: (Node | string)[]): HTMLElement {
  const element = document.createElement(tag)
  element.append(...children)
  return element
}
