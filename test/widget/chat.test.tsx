import { fireEvent } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { mountedChat, openChat, remember, remembered, talkingChat } from './opened-chat.ts'
import { ASSISTANT, scriptApi } from './scripted-api.ts'

afterEach(() => void vi.useRealTimers())

test('opening shows the greeting and requests nothing but the assistant', async () => {
  const api = scriptApi()
  const { findByText, root, field, panel } = openChat()
  await findByText('Welcome!')
  expect(api.paths()).toEqual([`GET assistants/${ASSISTANT}`])
  expect(root.activeElement).toBe(field())
  expect(panel.getAttribute('role')).toBe('dialog')
  expect(localStorage).toHaveLength(0)
})

test('the first message creates the visitor and the conversation, with the token only in the header', async () => {
  const api = scriptApi()
  const { findByText, write, field } = openChat()
  await findByText('Welcome!')
  await write('Hello{Enter}')
  expect(field().value).toBe('')
  await findByText(/· Sent$/)
  const [session, conversation, message] = api.asked.filter(({ method }) => method === 'POST')
  expect(session).toMatchObject({ path: 'session', token: null })
  expect(conversation).toMatchObject({ path: 'conversations', token: 'Bearer token-1' })
  expect(message).toMatchObject({ token: 'Bearer token-1', body: { content: 'Hello' } })
  for (const { path, body } of api.asked)
    expect(path + JSON.stringify(body)).not.toContain('token-1')
  expect(remembered()).toMatchObject({ token: 'token-1', draft: '' })
})

test('Shift+Enter inserts a new line', async () => {
  scriptApi()
  const { write, field } = openChat()
  await write('one{Shift>}{Enter}{/Shift}two')
  expect(field().value).toBe('one\ntwo')
})

test('an answer is shown as it streams and announced once complete', async () => {
  const api = scriptApi()
  const { findByText, bubbles, spoken, panel } = await talkingChat(api)
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

test('an operator who takes over is shown as a person', async () => {
  const api = scriptApi()
  const { findByText, findAllByText } = await talkingChat(api)
  const conversation_id = api.conversation
  const state = { id: conversation_id, ended: false, seen_seq: 0 }
  api.say('conversation.updated', { ...state, ai_enabled: false })
  await findAllByText('You’re now talking to a person')
  api.say('typing', { conversation_id, author: 'operator', active: true })
  await findByText('Typing…')
  const message = api.add({ author: 'operator', content: 'Ann here' })
  api.say('message.created', { conversation_id, message })
  await findByText('Ann here')
  await findAllByText('Person')
  api.say('conversation.updated', { ...state, ai_enabled: true })
  await findAllByText('The assistant is answering again')
})

test('an invalid token is replaced, and the message is still sent', async () => {
  remember({ token: 'old', conversation: 'gone', draft: 'half a thought' })
  const api = scriptApi()
  api.once(/^GET conversations\/gone/, { status: 401, body: { message: 'Unauthenticated.' } })
  const { findByText, field, write } = openChat()
  await findByText('Welcome!')
  expect(field().value).toBe('half a thought')
  await write('{Enter}')
  await findByText(/· Sent$/)
  expect(api.messages).toMatchObject([{ content: 'half a thought' }])
  expect(remembered()).toMatchObject({ token: 'token-1' })
})

test('a message lost on the network is reported and delivered once', async () => {
  const api = scriptApi()
  const { findAllByText, findByRole, write, queryAllByText } = await talkingChat(api)
  api.once(/^POST .*messages/, 'nothing')
  await write('Lost{Enter}')
  await findAllByText('Not sent.')
  await userEvent.click(await findByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(queryAllByText('Not sent.')).toEqual([]))
  expect(api.messages.map(({ content }) => content)).toEqual(['Hello', 'Lost'])
})

test('a refusal is shown in the server’s words, and the text can be edited', async () => {
  const api = scriptApi()
  const { findByText, findAllByText, findByRole, write, field, bubbles } = openChat()
  await findByText('Welcome!')
  api.once(/^POST .*messages/, { status: 422, body: { message: 'Not like this.' } })
  await write('Hello{Enter}')
  await findAllByText('Not like this.')
  await userEvent.click(await findByRole('button', { name: 'Edit' }))
  await vi.waitFor(() => expect(field().value).toBe('Hello'))
  expect(bubbles()).toEqual(['Welcome!'])
})

test('a text that is too long is kept, with the excess shown', async () => {
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
  expect(api.paths()).toEqual([`GET assistants/${ASSISTANT}`])
})

test('an unavailable chat says so politely, and tells the site’s owner what to do', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const api = scriptApi()
  api.once(/assistants/, { status: 404, body: { message: 'Assistant not found' } })
  const { findByText, queryByRole } = openChat()
  await findByText('Chat is not available right now.')
  expect(queryByRole('textbox')).toBeNull()
  expect(warn.mock.calls.flat().join()).toContain('Parley › Assistants › Embed')
  warn.mockRestore()
})

test('an unreachable server can be retried', async () => {
  const api = scriptApi()
  api.once(/assistants/, 'nothing')
  const { findByText, press } = openChat()
  await press('Try again')
  await findByText('Welcome!')
})

test('that the chat cannot be reached is said by one region, and the button to try again gets the focus', async () => {
  const api = scriptApi()
  api.once(/assistants/, 'nothing')
  const { findByRole, field, panel, root, spoken } = openChat()
  const retry = await findByRole('button', { name: 'Try again' })
  // A screen reader would say the content of a dialog that has the focus, and all of an alert.
  expect(root.activeElement).toBe(retry)
  await vi.waitFor(() => expect(spoken()).toBe('Can’t reach the chat.'))
  const regions = panel.querySelectorAll('[role=alert], [role=status], [aria-live=polite]')
  expect([...regions].filter(({ textContent }) => textContent)).toEqual([panel.lastElementChild])
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(root.activeElement).toBe(field()))
  expect(spoken()).toBe('')
})

test('a chat left open that cannot be reached says so without taking the focus', async () => {
  const api = scriptApi()
  api.once(/assistants/, 'nothing')
  const { chat, root, spoken } = mountedChat()
  chat.show(false)
  await vi.waitFor(() => expect(spoken()).toBe('Can’t reach the chat.'))
  expect(root.activeElement).toBeNull()
})

test.each(['online', 'visibilitychange', 'pageshow'])(
  'an unreachable server is tried again at once on %s',
  async (event) => {
    const api = scriptApi()
    const tries = () => api.asked.filter(({ path }) => path.includes('assistants')).length
    api.once(/assistants/, 'nothing')
    const { findByText, findByRole } = openChat()
    await findByRole('button', { name: 'Try again' })
    expect(tries()).toBe(1)
    dispatchEvent(new Event(event))
    // Of itself, the chat waits for three seconds.
    await vi.waitFor(() => expect(tries()).toBe(2), { timeout: 1000 })
    await findByText('Welcome!')
  },
)

test('messages that arrive while the chat is closed are counted, and read when it opens', async () => {
  const api = scriptApi()
  const { findByText, chat, name } = await talkingChat(api)
  api.say('message.created', {
    conversation_id: api.conversation,
    message: api.add({ content: 'Seen while it is open' }),
  })
  await findByText('Seen while it is open')
  chat.hide()
  const message = api.add({ author: 'operator', content: 'Still there?' })
  api.say('message.created', { conversation_id: api.conversation, message })
  await vi.waitFor(() => expect(name).toHaveBeenLastCalledWith('Chat with us, 1 new message', '1'))
  chat.show(false)
  expect(name).toHaveBeenLastCalledWith('Chat with us', '')
})

test('Esc closes the chat, and its keys trigger no shortcuts of the page', async () => {
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
  await findByPlaceholderText(/^Nachricht schreiben/)
  expect(panel.lang).toBe('de')
})

test('parts that arrive after the chat was destroyed leave the page alone', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  scriptApi()
  const { chat, root, findByText } = openChat()
  await findByText('Welcome!')
  chat.destroy()
  const worn = root.adoptedStyleSheets.length
  await vi.dynamicImportSettled()
  // They are loaded a moment after opening.
  await vi.advanceTimersByTimeAsync(10_000)
  await vi.dynamicImportSettled()
  expect(root.adoptedStyleSheets).toHaveLength(worn)
})
