import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ParleyChat } from '../../widget/element.ts'
import { ASSISTANT, ORIGIN } from './scripted-api.ts'

beforeAll(() => customElements.define('parley-chat', ParleyChat))

afterEach(() => {
  for (const element of document.querySelectorAll<ParleyChat>('parley-chat')) element.destroy()
})

function place(data: Record<string, string> = {}): ParleyChat {
  const element = document.createElement('parley-chat') as ParleyChat
  Object.assign(element.dataset, { assistant: ASSISTANT, origin: ORIGIN }, data)
  document.documentElement.append(element)
  return element
}

const launcherOf = (element: ParleyChat) =>
  element.shadowRoot!.querySelector<HTMLButtonElement>('[aria-expanded]')!

test('the launcher is a button with a name that says whether the chat is open', () => {
  const launcher = launcherOf(place())
  expect(launcher.tagName).toBe('BUTTON')
  expect(launcher.getAttribute('aria-label')).toBe('Chat with us')
  expect(launcher.getAttribute('aria-expanded')).toBe('false')
})

test('a label is seen and is the name', () => {
  const launcher = launcherOf(place({ label: 'Ask us' }))
  expect(launcher.textContent).toBe('Ask us')
  expect(launcher.getAttribute('aria-label')).toBe('Ask us')
})

test('a page that replaces its content keeps the chat', () => {
  const element = place()
  document.documentElement.replaceChildren(document.createElement('body'))
  expect(element.isConnected).toBe(true)
  expect(element.shadowRoot!.querySelectorAll('[aria-expanded]')).toHaveLength(1)
})

test('a chat that is destroyed stays away', () => {
  const element = place()
  element.destroy()
  expect(element.isConnected).toBe(false)
})

test('a chat that does not load is said, with another try', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const element = place({ origin: 'http://127.0.0.1:9' })
  element.open()
  expect(launcherOf(element).getAttribute('aria-expanded')).toBe('true')
  const retry = element.shadowRoot!.querySelector<HTMLButtonElement>('button:not([aria-expanded])')!
  await vi.waitFor(() => expect(retry.textContent).toBe('The chat could not be loaded. Try again'))
  expect(launcherOf(element).getAttribute('aria-expanded')).toBe('false')
  expect(retry.getAttribute('aria-live')).toBe('polite')
  error.mockRestore()
})
