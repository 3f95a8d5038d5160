/// <reference types="vite/client" />
import { render } from 'preact'
import type { Message } from '#contracts/messages.ts'
import { createApi } from './api.ts'
import { adoptStyles, applyLook } from './appearance.ts'
import { createBadge } from './badge.ts'
import { createModel } from './model.ts'
import type { MountChat } from './mount.ts'
import { addressPanel, createPanel, watchKeys } from './panel-element.ts'
import { Panel } from './parts/panel.tsx'
import { PHONE } from './phone.ts'
import { createReading } from './reading.ts'
import { createAttendance, createRest } from './rest.ts'
import { readSettings, type Settings } from './settings.ts'
import { createShelf } from './shelf.ts'
import { createSpeech } from './speech.ts'
import { createStorage, type Storage } from './storage.ts'
import css from './styles.css?inline'
import type { Texts } from './texts.ts'
import { watchPage } from './watch-page.ts'

/** Delay between showing the assistant and fetching the rest of the chat, ms. */
const PRELOAD_DELAY = 200

/** The message field, or what stands in its place: a form, or the button to try again. */
const FIELD = 'textarea, .form :is(input, select), .head + .notice button'

/** Reports whether the chat was open on the page before; a phone shows its new page first. Who comes back so reads on in the page. */
const isLeftOpen = (storage: Storage) => storage.read().open && innerWidth > PHONE

/** Mounts the chat next to the launcher, closed, and resumes the conversation remembered by this browser. */
export const mountChat: MountChat = (element, options, home, name) => {
  const root = element.shadowRoot!
  const frame = root.firstElementChild as HTMLElement
  const { assistant = '', server = home } = options
  const { origin } = new URL(server)
  const isInline = options['inline'] !== undefined
  const life = new AbortController()
  const { signal } = life
  const panel = createPanel(root)
  const storage = createStorage(assistant)
  const api = createApi(origin, () => storage.read().token)
  const rest = createRest((more) =>
    more.arrive({ root, panel, origin, model, onChange, ask, signal }),
  )
  const attend = createAttendance(
    rest.need,
    () => storage.read().token,
    (more) => more.createAttending({ api, storage, state: model.state, signal }),
  )
  const model = createModel({
    assistant,
    api,
    storage,
    shelf: createShelf(storage.key),
    onChange,
    onMessage,
    attend,
    // If the diagnosing part cannot be loaded, the server is unreachable.
    diagnose: async (error) =>
      (await rest.need())?.diagnose(error, model, options) ?? 'unreachable',
  })
  const reading = createReading(panel, onChange)
  const speech = createSpeech(options, onChange)
  let [isDue, isOpen, isInviting, isBack] = [false, false, false, isLeftOpen(storage)]
  const emit = (type: string, detail?: object) =>
    element.dispatchEvent(new CustomEvent(type, { detail }))
  const badge = createBadge({ rest, speech, name, emit })

  adoptStyles(root, css)
  watchKeys(panel, leave)
  watchPage({ model, storage, signal, onVisit: () => attend()?.visit(), onChange })
  element.addEventListener('settings', onChange, { signal })
  model.resume()
  model.load()
  if (isBack) element.open()

  const ask = () => ({ model, texts: speech.texts(), settings: settings() })

  function onChange(): void {
    if (!isDue) requestAnimationFrame(draw)
    isDue = true
  }

  /** Options of the site and settings of the operator; both are overridden on a page that previews settings. */
  function settings() {
    const tried = (element as { settings?: object }).settings
    return readSettings(options, { ...model.state.assistant?.settings, ...tried })
  }

  function draw(): void {
    isDue = false
    if (signal.aborted) return
    attend()
    const current = settings()
    const { language, name: assistantName = '' } = model.state.assistant ?? {}
    const texts = speech.texts(language)
    for (const part of [frame, panel]) applyLook(part, current.look)
    if (current.position) element.setAttribute('position', current.position)
    frame.dir = document.dir
    addressPanel(panel, texts, assistantName, current.theme)
    badge(model.countUnread(isOpen && !document.hidden), current.label)
    if ((current.raw.invitation || options['invite']) && !isInviting) {
      isInviting = true
      const offer = { element, frame, panel, options, raw: current.raw, model, storage, signal }
      rest.need().then((more) => more?.invite({ ...offer, texts: speech.texts }))
    }
    if (isOpen) drawPanel(texts, current)
  }

  function onMessage({ author, author_name, content }: Message): void {
    const { conversation: conversation_id, sound = settings().hasSound } = storage.read()
    emit('message', { author, author_name, content, conversation_id })
    if (sound) rest.need().then((more) => more?.chime())
  }

  function drawPanel(texts: Texts, current: Settings): void {
    const hadFocus = root.activeElement
    const view = {
      model,
      texts,
      settings: current,
      storage,
      origin,
      more: rest.more,
      needMore: rest.need,
      isInline,
      isBehind: reading.isBehind,
      send() {
        model.send()
        reading.toEnd()
      },
      close: element.close,
      focus,
      scrollToEnd: reading.toEnd,
    }
    render(<Panel {...view} />, panel)
    if (hadFocus && !root.activeElement) focus()
    reading.follow(model.state.conversation)
    // The chat is usable now, so the optional parts can be fetched.
    if (model.state.assistant && !rest.more) setTimeout(rest.need, PRELOAD_DELAY)
  }

  function focus(): void {
    const field = panel.querySelector<HTMLElement>(FIELD) ?? panel
    field.focus({ preventScroll: true })
  }

  /** Esc closes the topmost layer: the menu, a page of the panel, or the chat. */
  function leave(): void {
    if (!model.dismiss() && !isInline) element.close()
  }

  return {
    show(isWanted) {
      isOpen = true
      panel.hidden = false
      model.load()
      draw()
      if (isWanted && !isBack) focus()
      isBack = false
      storage.write({ open: true })
      emit('open')
    },
    hide() {
      isOpen = false
      panel.hidden = true
      storage.write({ open: undefined })
      emit('close')
    },
    send: (text) => model.send(`${text}`.trim(), []),
    identify: async (token) => (await rest.need())?.identify(model, token),
    setVariables: model.setVariables,
    reset: async () => (await rest.need())?.reset(model),
    destroy() {
      life.abort()
      rest.more?.showInTitle('')
      model.pause()
      panel.parentNode?.removeChild(panel)
    },
  }
}
