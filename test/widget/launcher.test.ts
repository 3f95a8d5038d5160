import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { define, place } from '../../widget/element.ts'
import type { ParleyChatElement } from '../../widget/parley.d.ts'
import { fakeChat } from './fake-chat.ts'
import { ASSISTANT } from './scripted-api.ts'

let fake: ReturnType<typeof fakeChat>

beforeEach(() => {
  fake = fakeChat()
  define(fake.home)
})

afterEach(() => {
  for (const element of document.querySelectorAll('parley-chat')) element.destroy()
  vi.useRealTimers()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const launched = (options: Record<string, string> = {}) =>
  place({ assistant: ASSISTANT, ...options })
const launcherOf = ({ shadowRoot }: ParleyChatElement) => shadowRoot!.querySelector('button')!
const noteOf = ({ shadowRoot }: ParleyChatElement) => shadowRoot!.querySelector('i')!

test('the launcher is a button whose name says whether the chat is open', () => {
  expect(launcherOf(launched())).toMatchObject({ ariaLabel: 'Chat', ariaExpanded: 'false' })
})

test('a label is visible and is the accessible name', () => {
  const launcher = launcherOf(launched({ label: 'Ask us' }))
  expect(launcher).toMatchObject({ ariaLabel: 'Ask us', textContent: 'Ask us' })
})

test('nothing is fetched until the visitor shows interest, then only once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const launcher = launcherOf(launched())
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  expect(fake.mountChat).not.toHaveBeenCalled()
  await userEvent.hover(launcher)
  await userEvent.click(launcher)
  await vi.waitFor(() => expect(fake.show).toHaveBeenCalledWith(true))
  expect(fake.mountChat).toHaveBeenCalledOnce()
  expect(launcher.ariaExpanded).toBe('true')
})

test('a second click closes the chat and restores focus', async () => {
  const element = launched()
  await userEvent.click(launcherOf(element))
  await vi.waitFor(() => expect(fake.show).toHaveBeenCalled())
  await userEvent.click(launcherOf(element))
  expect(fake.hide).toHaveBeenCalledOnce()
  expect(launcherOf(element).ariaExpanded).toBe('false')
  expect(element.shadowRoot!.activeElement).toBe(launcherOf(element))
})

test('a chat closed before it has loaded does not appear later', async () => {
  const element = launched()
  element.open()
  element.close()
  await vi.waitFor(() => expect(fake.mountChat).toHaveBeenCalled())
  expect(fake.show).not.toHaveBeenCalled()
})

test('a chat that fails to load is announced visibly and to screen readers, and the launcher is as before', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  define('file:///nowhere/widget.js')
  const element = launched()
  element.open()
  expect(launcherOf(element).ariaExpanded).toBe('true')
  await vi.waitFor(() => expect(noteOf(element).textContent).toContain('Chat did not load.'))
  expect(launcherOf(element).ariaExpanded).toBe('false')
  expect(noteOf(element).parentElement!.ariaLive).toBe('polite')
  error.mockRestore()
})

test('a chat that takes too long is reported', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const element = launched()
  fake.mountChat.mockImplementation(() => undefined as never)
  element.open()
  vi.advanceTimersByTime(9000)
  vi.useRealTimers()
  await vi.waitFor(() => expect(fake.mountChat).toHaveBeenCalled())
  expect(noteOf(element).textContent).toContain('Chat did not load.')
})

test('a returning visitor is recognised without being asked', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  localStorage[`parley:${ASSISTANT}:token`] = '"t"'
  launched()
  vi.advanceTimersByTime(1000)
  vi.useRealTimers()
  await vi.waitFor(() => expect(fake.mountChat).toHaveBeenCalledOnce())
  expect(fake.show).not.toHaveBeenCalled()
})

test.each([
  ['open', true],
  ['inline', true],
])('a chat set to be %s is, without taking focus', async (name, shown) => {
  const element = launched({ [name]: '' })
  await vi.waitFor(() => expect(fake.show).toHaveBeenCalledWith(false))
  expect(launcherOf(element).ariaExpanded).toBe(`${shown}`)
})

test('on a phone no chat opens by itself', async () => {
  vi.stubGlobal('innerWidth', 390)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  launched({ open: '' })
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  expect(fake.mountChat).not.toHaveBeenCalled()
})
