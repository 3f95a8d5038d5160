/// <reference types="vite/client" />
import { render } from 'preact'
import { createApi } from './api.ts'
import { warnOfLoopback } from './diagnosis.ts'
import { createModel } from './model.ts'
import type { ChatHost, MountedChat } from './mount.ts'
import { Panel } from './parts/panel.tsx'
import { createReading } from './reading.ts'
import { fitToViewport } from './room.ts'
import { createStorage } from './storage.ts'
import css from './styles.css?inline'
import { type Texts, textsFor } from './texts.ts'

/** Puts the chat beside the launcher, closed, and continues a conversation that this browser remembers. */
export function mountChat(host: ChatHost): MountedChat {
  const { data, root, frame, adopt, dress, showUnread, close } = host
  const { assistant = '', origin = '' } = data as Record<string, string>
  const life = new AbortController()
  const panel = createPanel(root)
  const storage = createStorage(assistant)
  const api = createApi(origin, () => storage.read().token)
  const model = createModel({ assistant, api, storage, onChange })
  const reading = createReading(panel, onChange)
  let isDue = false
  let isOpen = false

  adopt(css)
  warnOfLoopback(origin)
  watchKeys(root, close)
  watchPage()
  fitToViewport(panel, onChange, life.signal)
  model.resume()
  model.load()

  function onChange(): void {
    if (!isDue) requestAnimationFrame(draw)
    isDue = true
  }

  function draw(): void {
    isDue = false
    if (life.signal.aborted) return
    const { language, settings, name = '' } = model.state.assistant ?? {}
    const texts = textsFor(language ?? (document.documentElement.lang || navigator.language))
    const unread = model.countUnread(isOpen && !document.hidden)
    showUnread(unread ? `${unread}` : '', unread ? `, ${texts.newer}: ${unread}` : '')
    for (const element of [frame, panel]) dress(element, data, settings)
    panel.dataset['theme'] = `${data['theme'] ?? settings?.['theme'] ?? 'auto'}`
    panel.lang = texts.language
    panel.ariaLabel = texts.dialog + name
    if (isOpen) drawPanel(texts)
  }

  function drawPanel(texts: Texts): void {
    const hadFocus = root.activeElement
    const { isBehind, toEnd } = reading
    const view = { model, texts, origin, isBehind, send, close, scrollToEnd: toEnd }
    render(<Panel view={view} />, panel)
    if (hadFocus && !root.activeElement) focus()
    reading.follow()
  }

  function send(): void {
    model.send()
    reading.toEnd()
  }

  function focus(): void {
    const field = panel.querySelector('textarea') ?? panel
    field.focus({ preventScroll: true })
  }

  /** Notices what happens to the page: sleep, network, other tabs, and the browser's way back and forward. */
  function watchPage(): void {
    const listeners = {
      online: model.wake,
      offline: model.restart,
      visibilitychange: () => document.hidden || model.wake(),
      popstate: model.visit,
      // A page that holds a stream cannot be kept for the way back.
      pagehide: model.pause,
      pageshow: model.resume,
      storage: ({ key }: StorageEvent) => key === storage.key && model.recall(),
    }
    for (const [type, listener] of Object.entries(listeners)) {
      addEventListener(type, listener as EventListener, { signal: life.signal })
    }
    // Where a page changes its address without loading anew.
    globalThis.navigation?.addEventListener('currententrychange', model.visit, {
      signal: life.signal,
    })
    model.visit()
  }

  return {
    show(isWanted) {
      isOpen = true
      panel.hidden = false
      model.load()
      draw()
      if (isWanted) focus()
    },
    hide() {
      isOpen = false
      panel.hidden = true
    },
    destroy() {
      life.abort()
      model.pause()
      panel.remove()
    },
  }
}

function createPanel(root: ShadowRoot): HTMLElement {
  const panel = document.createElement('section')
  panel.role = 'dialog'
  panel.tabIndex = -1
  panel.hidden = true
  root.append(panel)
  return panel
}

/** Esc closes; what is typed here is no shortcut of the page's. */
function watchKeys(root: ShadowRoot, close: () => void): void {
  for (const type of ['keydown', 'keypress', 'keyup'] as const) {
    root.addEventListener(type, (event) => {
      const { key, isComposing } = event as KeyboardEvent
      event.stopPropagation()
      if (type === 'keydown' && key === 'Escape' && !isComposing) close()
    })
  }
}
