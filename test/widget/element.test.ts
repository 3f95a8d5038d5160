import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { define, place } from '../../widget/element.ts'
import { createChat } from '../../widget/module.ts'
import type { ParleyChatElement } from '../../widget/parley.d.ts'
import { fakeChat } from './fake-chat.ts'
import { ASSISTANT } from './scripted-api.ts'

const OTHER = '0198c5a4-0000-7000-8000-0000000000a2'
let fake: ReturnType<typeof fakeChat>

beforeEach(() => {
  fake = fakeChat()
  define(fake.home)
})

afterEach(() => {
  for (const element of chats()) element.destroy?.()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const chats = () => [...document.querySelectorAll('parley-chat')]
const turn = () => new Promise((resolve) => setTimeout(resolve))

/** A chat element that the page itself inserted. */
function placedByPage(): ParleyChatElement {
  const element = document.createElement('parley-chat')
  element.setAttribute('assistant', ASSISTANT)
  document.body.append(element)
  return element
}

test('the same tag twice gives one chat; two assistants give two', () => {
  expect(place({ assistant: ASSISTANT })).toBe(place({ assistant: ASSISTANT }))
  place({ assistant: OTHER })
  expect(chats().map((chat) => chat.getAttribute('assistant'))).toEqual([ASSISTANT, OTHER])
})

test('a chat placed by the page is the only one', () => {
  const element = placedByPage()
  expect(element.shadowRoot).not.toBeNull()
  expect(place({ assistant: ASSISTANT })).toBe(element)
  expect(chats()).toHaveLength(1)
})

const isBubble = ({ shadowRoot }: ParleyChatElement) => shadowRoot !== null

test('of two bubbles placed by the page, only one is active', () => {
  const first = placedByPage()
  const second = placedByPage()
  expect([first, second].map(isBubble)).toEqual([true, false])
})

test('a bubble the page places after the script’s stays inactive, and calls go to the active one', async () => {
  const element = place({ assistant: ASSISTANT })
  const second = placedByPage()
  expect(isBubble(second)).toBe(false)
  const ready = vi.fn()
  window.parley!('ready', ready)
  await turn()
  expect(ready).toHaveBeenCalledExactlyOnceWith(element)
})

test('a waiting bubble becomes active when the page removes the first one', async () => {
  const first = placedByPage()
  const second = placedByPage()
  first.remove()
  await vi.waitFor(() => expect(isBubble(second)).toBe(true))
  second.open()
  await vi.waitFor(() => expect(fake.show).toHaveBeenCalledOnce())
})

test('a page that replaces its content keeps the script’s chat', async () => {
  const element = place({ assistant: ASSISTANT })
  const page = document.documentElement
  while (page.firstChild) page.firstChild.remove()
  page.append(document.createElement('body'))
  await vi.waitFor(() => expect(element.isConnected).toBe(true))
  expect(element.shadowRoot!.querySelectorAll('button')).toHaveLength(1)
  expect(fake.destroy).not.toHaveBeenCalled()
  expect(chats()).toHaveLength(1)
})

test('removing a chat that the page placed ends it', async () => {
  const element = placedByPage()
  element.open()
  await vi.waitFor(() => expect(fake.show).toHaveBeenCalled())
  element.remove()
  await turn()
  expect(fake.destroy).toHaveBeenCalledOnce()
  expect(element.isConnected).toBe(false)
})

test('a chat that the page moves keeps running', async () => {
  const element = placedByPage()
  element.open()
  await vi.waitFor(() => expect(fake.show).toHaveBeenCalled())
  const corner = document.createElement('div')
  document.body.append(corner)
  corner.append(element)
  await turn()
  expect(fake.destroy).not.toHaveBeenCalled()
  expect(element.isConnected).toBe(true)
})

test('a destroyed chat stays away, and another can take its place', async () => {
  const element = place({ assistant: ASSISTANT })
  element.destroy()
  await turn()
  expect(element.isConnected).toBe(false)
  expect(place({ assistant: ASSISTANT })).not.toBe(element)
})

test('the launcher can be hidden and shown again', () => {
  const element = place({ assistant: ASSISTANT })
  element.hide()
  expect(element.hidden).toBe(true)
  element.show()
  expect(element.hidden).toBe(false)
})

test('a message sent by the page loads the chat; other commands wait for it', async () => {
  const element = place({ assistant: ASSISTANT })
  const identified = element.identify('a.b.c')
  const told = element.setVariables({ plan: 'pro' })
  const forgotten = element.reset()
  await turn()
  expect(fake.mountChat).not.toHaveBeenCalled()
  const sent = element.send('Hello')
  await Promise.all([identified, told, forgotten, sent])
  expect(fake.identify).toHaveBeenCalledWith('a.b.c')
  expect(fake.setVariables).toHaveBeenCalledWith({ plan: 'pro' })
  expect(fake.reset).toHaveBeenCalledOnce()
  expect(fake.send).toHaveBeenCalledWith('Hello')
})

test('listeners can be added and removed', () => {
  const element = place({ assistant: ASSISTANT })
  const listener = vi.fn()
  element.on('unread', listener)
  element.dispatchEvent(new CustomEvent('unread', { detail: { count: 2 } }))
  element.off('unread', listener)
  element.dispatchEvent(new CustomEvent('unread', { detail: { count: 3 } }))
  expect(listener.mock.calls.map(([event]) => event.detail.count)).toEqual([2])
})

test('window.parley addresses the first chat', async () => {
  const first = place({ assistant: ASSISTANT })
  place({ assistant: OTHER })
  const ready = vi.fn()
  window.parley!('ready', ready)
  window.parley!('hide')
  await turn()
  expect(ready).toHaveBeenCalledExactlyOnceWith(first)
  expect(chats().map(({ hidden }) => hidden)).toEqual([true, false])
})

test('the module’s createChat accepts options in JavaScript naming', () => {
  define(fake.home)
  const element = createChat({
    assistant: ASSISTANT,
    offsetX: 30,
    open: false,
    inline: false,
    label: undefined as never,
  })
  expect(element.getAttribute('offset-x')).toBe('30')
  expect(element.getAttribute('open')).toBe('false')
  expect(element.hasAttribute('label')).toBe(false)
  expect(element.hasAttribute('inline')).toBe(false)
  expect(createChat({ assistant: ASSISTANT })).toBe(element)
})
