import { configure, within } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { afterEach, vi } from 'vitest'
import { mountChat } from '../../widget/chat.tsx'
import type { Options } from '../../widget/options.ts'
import type { ParleyChatElement } from '../../widget/parley.d.ts'
import { ASSISTANT, ORIGIN, type scriptApi } from './scripted-api.ts'

/** Key under which a browser remembers the visitor. */
export const KEY = `parley:${ASSISTANT}`

// Lazily loaded parts take time on a busy machine.
configure({ asyncUtilTimeout: 5000 })

const closings: (() => void)[] = []

afterEach(() => {
  for (const close of closings.splice(0)) close()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

/** The chat as mounted by the launcher. */
export function mountedChat(options: Options = {}) {
  const element = document.createElement('div') as unknown as ParleyChatElement
  const root = element.attachShadow({ mode: 'open' })
  const frame = document.createElement('x-b')
  root.append(frame)
  document.body.append(element)
  const name = vi.fn<(words: string, unread?: string) => void>()
  const written = { assistant: ASSISTANT, ...options }
  const chat = mountChat(element, written, `${ORIGIN}/widget.js`, name)
  const close = vi.fn(() => chat.hide())
  Object.assign(element, { close, open: vi.fn(() => chat.show(true)) })
  closings.push(() => {
    chat.destroy()
    element.remove()
  })
  const panel = root.querySelector('section')!
  const field = () => within(panel).getByRole<HTMLTextAreaElement>('textbox', { name: /^Write/ })
  return {
    chat,
    element,
    frame,
    panel,
    root,
    close,
    name,
    field,
    ...within(panel),
    bubbles: () => [...panel.querySelectorAll('.bubble')].map(({ textContent }) => textContent),
    spoken: () => panel.lastElementChild!.textContent,
    async write(text: string): Promise<void> {
      field().focus()
      await userEvent.keyboard(text)
    },
    async press(button: string): Promise<void> {
      await userEvent.click(await within(panel).findByRole('button', { name: button }))
    },
    /** Chooses from the menu. */
    async choose(item: string): Promise<void> {
      await userEvent.click(await within(panel).findByRole('button', { name: 'More' }))
      await userEvent.click(await within(panel).findByRole('menuitem', { name: item }))
    },
  }
}

/** The chat, mounted and opened. */
export function openChat(options: Options = {}) {
  const mounted = mountedChat(options)
  mounted.chat.show(true)
  return mounted
}

/** The chat with a started conversation, following its stream. */
export async function talkingChat(api: ReturnType<typeof scriptApi>, options: Options = {}) {
  const opened = openChat(options)
  await opened.findByPlaceholderText('Write a message…')
  await opened.write('Hello{Enter}')
  await opened.findByText(/· Sent$/)
  await vi.waitFor(() => {
    if (!api.paths().includes('GET stream')) throw new Error('There is no stream yet')
  }, 5000)
  return opened
}

/** The widget's entries in `localStorage`, without their common prefix. */
export const remembered = () =>
  Object.fromEntries(
    Object.keys(localStorage)
      .filter((key) => key.startsWith(`${KEY}:`))
      .map((key) => [key.slice(KEY.length + 1), JSON.parse(localStorage[key])]),
  )

/** Stores state from an earlier visit in the browser. */
export function remember(memory: object): void {
  for (const [field, value] of Object.entries(memory)) {
    localStorage[`${KEY}:${field}`] = JSON.stringify(value)
  }
}
