import { fireEvent, within } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { mountChat } from '../../widget/chat.tsx'
import type { MountedChat } from '../../widget/mount.ts'
import { ASSISTANT, ORIGIN, scriptApi } from './scripted-api.ts'

const KEY = `parley:${ASSISTANT}`
const closings: (() => void)[] = []

afterEach(() => {
  for (const close of closings.splice(0)) close()
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** The chat as the launcher mounts it, opened. */
function openChat() {
  const element = document.createElement('div')
  const root = element.attachShadow({ mode: 'open' })
  const frame = document.createElement('div')
  const unread = vi.fn()
  const close = vi.fn()
  document.body.append(element)
  const chat: MountedChat = mountChat({
    data: { assistant: ASSISTANT, origin: ORIGIN } as DOMStringMap,
    root,
    frame,
    adopt: () => {},
    dress: () => {},
    showUnread: unread,
    close,
  })
  closings.push(() => {
    chat.destroy()
    element.remove()
  })
  chat.show(true)
  const panel = root.querySelector('section')!
  const field = () => within(panel).getByRole<HTMLTextAreaElement>('textbox')
  return {
    chat,
    panel,
    root,
    close,
    unread,
    field,
    ...within(panel),
    bubbles: () => [...panel.querySelectorAll('.bubble')].map(({ textContent }) => textContent),
    spoken: () => panel.lastElementChild!.textContent,
    async write(text: string): Promise<void> {
      field().focus()
      await userEvent.keyboard(text)
    },
  }
}

const paths = ({ asked }: ReturnType<typeof scriptApi>) =>
  asked.map(({ method, path }) => `${method} ${path}`)

test('opening shows the greeting and asks for nothing but the assistant', async () => {
  const api = scriptApi()
  const { findByText, root, field, panel } = openChat()
  await findByText('Welcome!')
  expect(paths(api)).toEqual([`GET assistants/${ASSISTANT}`])
  expect(root.activeElement).toBe(field())
  expect(panel.getAttribute('role')).toBe('dialog')
  expect(localStorage).toHaveLength(0)
})

test('the first message makes the visitor and the conversation, with the token in the header only', async () => {
  const api = scriptApi()
  const { findByText, write, field } = openChat()
  await findByText('Welcome!')
  await write('Hello{Enter}')
  expect(field().value).toBe('')
  await findByText(/· Sent$/)
  const [, session, conversation, message] = api.asked.filter(
    ({ path }) => !/typing|stream/.test(path),
  )
  expect(session).toMatchObject({ path: 'session', token: null })
  expect(conversation).toMatchObject({ path: 'conversations', token: 'Bearer token-1' })
  expect(message).toMatchObject({ token: 'Bearer token-1', body: { content: 'Hello' } })
  for (const { path, body } of api.asked)
    expect(path + JSON.stringify(body)).not.toContain('token-1')
  expect(JSON.parse(localStorage[KEY])).toMatchObject({ token: 'token-1', outbox: [] })
})

test('Shift and Enter begin a new line', async () => {
  scriptApi()
  const { write, field } = openChat()
  await write('one{Shift>}{Enter}{/Shift}two')
  expect(field().value).toBe('one\ntwo')
})

test('an answer is shown as it grows and spoken when it is whole', async () => {
  const api = scriptApi()
  const { findByText, write, bubbles, spoken, panel } = openChat()
  await write('Hello{Enter}')
  await findByText(/· Sent$/)
  await vi.waitFor(() => expect(paths(api)).toContain('GET stream'))
  const answer = api.add({ status: 'streaming' })
  const conversation_id = api.conversation
  api.say('message.created', { conversation_id, message: { ...answer } })
  api.say('message.delta', { conversation_id, message_id: answer.id, offset: 0, text: 'Good ' })
  api.say('message.delta', { conversation_id, message_id: answer.id, offset: 5, text: 'day' })
  await findByText('Good day')
  expect(panel.querySelector('[data-status=streaming]')).not.toBeNull()
  expect(spoken()).toBe('')
  const whole = { ...answer, content: 'Good day!', status: 'complete' } as const
  api.say('message.updated', { conversation_id, message: whole })
  await vi.waitFor(() => expect(spoken()).toBe('Ada: Good day!'))
  expect(bubbles()).toEqual(['Welcome!', 'Hello', 'Good day!'])
})

test('a person who takes over is shown as one', async () => {
  const api = scriptApi()
  const { findByText, write, findAllByText } = openChat()
  await write('Hello{Enter}')
  await findByText(/· Sent$/)
  await vi.waitFor(() => expect(paths(api)).toContain('GET stream'))
  const conversation_id = api.conversation
  api.say('conversation.updated', { id: conversation_id, ai_enabled: false, ended: false })
  await findByText('You are talking to a person')
  api.say('typing', { conversation_id, author: 'operator', active: true })
  await findByText('Typing…')
  const message = api.add({ author: 'operator', content: 'Ann here' })
  api.say('message.created', { conversation_id, message })
  await findByText('Ann here')
  await findAllByText('Person')
  api.say('conversation.updated', { id: conversation_id, ai_enabled: true, ended: false })
  await findByText('The assistant is answering')
})

test('a token that is no good is replaced, and what was written is sent all the same', async () => {
  localStorage[KEY] = JSON.stringify({
    token: 'old',
    conversation: 'gone',
    draft: 'half a thought',
  })
  const api = scriptApi()
  api.once(/^GET conversations\/gone/, { status: 401, body: { message: 'Unauthenticated.' } })
  const { findByText, field, write } = openChat()
  await findByText('Welcome!')
  expect(field().value).toBe('half a thought')
  await write('{Enter}')
  await findByText(/· Sent$/)
  expect(api.messages).toMatchObject([{ content: 'half a thought' }])
  expect(JSON.parse(localStorage[KEY])).toMatchObject({ token: 'token-1' })
})

test('what the network loses is said, and sent once', async () => {
  const api = scriptApi()
  const { findByText, findByRole, write } = openChat()
  await findByText('Welcome!')
  api.once(/^POST .*messages/, 'nothing')
  await write('Hello{Enter}')
  await findByText('Not sent.')
  await userEvent.click(await findByRole('button', { name: 'Try again' }))
  await findByText(/· Sent$/)
  expect(api.messages).toHaveLength(1)
})

test('a refusal is shown in the server’s words, and the text can be written differently', async () => {
  const api = scriptApi()
  const { findByText, findByRole, write, field, bubbles } = openChat()
  await findByText('Welcome!')
  api.once(/^POST .*messages/, { status: 422, body: { message: 'Not like this.' } })
  await write('Hello{Enter}')
  await findByText('Not like this.')
  await userEvent.click(await findByRole('button', { name: 'Edit' }))
  await vi.waitFor(() => expect(field().value).toBe('Hello'))
  expect(bubbles()).toEqual(['Welcome!'])
})

test('a text that is too long is kept, and says by how much', async () => {
  const api = scriptApi()
  const { findByText, field, panel } = openChat()
  await findByText('Welcome!')
  field().focus()
  fireEvent.input(field(), { target: { value: '😀'.repeat(2003) } })
  await findByText('Please shorten this by 3 characters.')
  await userEvent.keyboard('{Enter}')
  expect([...field().value]).toHaveLength(2003)
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(panel.querySelectorAll('[data-author=visitor]')).toHaveLength(0)
  expect(paths(api)).toEqual([`GET assistants/${ASSISTANT}`])
})

test('a chat that is not offered says so kindly, and tells the site’s owner what to do', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const api = scriptApi()
  api.once(/assistants/, { status: 404, body: { message: 'Assistant not found' } })
  const { findByText, queryByRole } = openChat()
  await findByText('Chat is not available right now.')
  expect(queryByRole('textbox')).toBeNull()
  expect(warn.mock.calls.flat().join()).toContain('Parley › Assistants › Embed')
  warn.mockRestore()
})

test('a server that cannot be reached can be tried again', async () => {
  const api = scriptApi()
  api.once(/assistants/, 'nothing')
  const { findByText, findByRole } = openChat()
  await findByText('Can’t reach the chat.')
  await userEvent.click(await findByRole('button', { name: 'Try again' }))
  await findByText('Welcome!')
})

test('what arrives while the chat is closed is counted, and seen when it opens', async () => {
  const api = scriptApi()
  const { findByText, write, chat, unread } = openChat()
  await write('Hello{Enter}')
  await findByText(/· Sent$/)
  await vi.waitFor(() => expect(paths(api)).toContain('GET stream'))
  api.say('message.created', {
    conversation_id: api.conversation,
    message: api.add({ content: 'Seen while it is open' }),
  })
  await findByText('Seen while it is open')
  chat.hide()
  const message = api.add({ author: 'operator', content: 'Still there?' })
  api.say('message.created', { conversation_id: api.conversation, message })
  await vi.waitFor(() => expect(unread).toHaveBeenLastCalledWith('1', ', New messages: 1'))
  chat.show(false)
  expect(unread).toHaveBeenLastCalledWith('', '')
})

test('Esc closes, and keys are no shortcuts of the page', async () => {
  scriptApi()
  const { write, close } = openChat()
  const shortcut = vi.fn()
  document.addEventListener('keydown', shortcut)
  await write('s{Escape}')
  document.removeEventListener('keydown', shortcut)
  expect(close).toHaveBeenCalledOnce()
  expect(shortcut).not.toHaveBeenCalled()
})

test('the chat speaks the assistant’s language', async () => {
  scriptApi({ language: 'de' })
  const { findByPlaceholderText, panel } = openChat()
  await findByPlaceholderText('Nachricht schreiben …')
  expect(panel.lang).toBe('de')
})
