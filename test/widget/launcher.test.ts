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

/** The button to try again, hidden while it is empty, and the launcher. */
const buttonsOf = (element: ParleyChat) => [...element.shadowRoot!.querySelectorAll('button')]
const launcherOf = (element: ParleyChat) => buttonsOf(element)[1]!

test('the launcher is a button with a name that says whether the chat is open', () => {
  const launcher = launcherOf(place())
  expect(launcher).toMatchObject({ ariaLabel: 'Chat with us', ariaExpanded: 'false' })
})

test('a label is seen and is the name', () => {
  const launcher = launcherOf(place({ label: 'Ask us' }))
  expect(launcher).toMatchObject({ ariaLabel: 'Ask us', textContent: 'Ask us' })
})

test('a page that replaces its content keeps the chat', async () => {
  const element = place()
  const page = document.documentElement
  while (page.firstChild) page.firstChild.remove()
  page.append(document.createElement('body'))
  await vi.waitFor(() => expect(element.isConnected).toBe(true))
  expect(buttonsOf(element)).toHaveLength(2)
})

test('a chat that is destroyed stays away', async () => {
  const element = place()
  element.destroy()
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(element.isConnected).toBe(false)
})

test('a chat that does not load is said, with another try', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const element = place({ origin: 'http://127.0.0.1:9' })
  element.open()
  expect(launcherOf(element).ariaExpanded).toBe('true')
  const [retry] = buttonsOf(element)
  await vi.waitFor(() => expect(retry!.textContent).toBe('The chat could not be loaded. Try again'))
  expect(launcherOf(element).ariaExpanded).toBe('false')
  expect(retry!.ariaLive).toBe('polite')
  error.mockRestore()
})
