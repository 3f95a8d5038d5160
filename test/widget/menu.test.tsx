import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { openChat, remember, remembered, talkingChat } from './opened-chat.ts'
import { ASSISTANT, scriptApi } from './scripted-api.ts'

const listed = (id: string, content: string, ended = false) => ({
  id,
  ai_enabled: true,
  ended,
  created_at: '2026-01-01T00:00:00.000Z',
  seen_seq: 0,
  rating: null,
  message_count: 2,
  last_message: { author: 'visitor', content, created_at: '2026-01-02T00:00:00.000Z' },
})

test('before the first message, the menu offers only what applies', async () => {
  scriptApi({ settings: { privacy_url: 'https://example.com/privacy' } })
  const { findByText, press, findByRole, getAllByRole } = openChat()
  await findByText('Welcome!')
  await press('More')
  await findByRole('menu', { name: 'More' })
  expect(getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Past conversations',
    'Turn sound on',
    'Erase my chat',
    'Privacy notice',
  ])
})

test('the menu follows the WAI-ARIA keyboard pattern', async () => {
  const api = scriptApi()
  const { press, findByRole, getAllByRole, queryByRole, root, close } = await talkingChat(api)
  await press('More')
  await findByRole('menu')
  const items = getAllByRole('menuitem').map(({ textContent }) => textContent)
  expect(items).toHaveLength(7)
  const focused = () => root.activeElement?.textContent
  expect(focused()).toBe(items[0])
  const places = { ArrowDown: 1, End: 6, ArrowUp: 5, Home: 0 }
  for (const [key, place] of Object.entries(places)) {
    await userEvent.keyboard(`{${key}}`)
    expect([key, focused()]).toEqual([key, items[place]])
  }
  await userEvent.keyboard('{ArrowUp}')
  expect(focused()).toBe(items[6])
  await userEvent.keyboard('{ArrowDown}')
  expect(focused()).toBe(items[0])
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(queryByRole('menu')).toBeNull())
  expect(close).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(close).toHaveBeenCalledOnce()
})

test('a new conversation starts with the next message', async () => {
  const api = scriptApi()
  const { choose, write, field, bubbles } = await talkingChat(api)
  const opened = () => api.paths().filter((path) => path === 'POST conversations').length
  await choose('New conversation')
  await vi.waitFor(() => expect(bubbles()).toEqual(['Welcome!']))
  expect(opened()).toBe(1)
  expect(remembered()).toMatchObject({ token: 'token-1' })
  expect(remembered().conversation).toBeUndefined()
  expect(field().value).toBe('')
  await write('Another matter{Enter}')
  await vi.waitFor(() => expect(opened()).toBe(2))
  const [first, second] = api.asked.filter(
    ({ path, method }) => method === 'POST' && path === 'conversations',
  )
  expect((first!.body as { client_id: string }).client_id).not.toBe(
    (second!.body as { client_id: string }).client_id,
  )
})

test('earlier conversations are listed and can be opened', async () => {
  const api = scriptApi({ listed: [listed('c-2', 'Bread?'), listed('c-1', 'Cake?', true)] })
  const { choose, findByRole, getAllByRole, queryByRole, field } = await talkingChat(api)
  await choose('Past conversations')
  await findByRole('heading', { name: 'Past conversations' })
  const cake = await findByRole('button', { name: /^Cake\?/ })
  expect(cake.textContent).toMatch(/This conversation has ended\.$/)
  expect(getAllByRole('listitem')).toHaveLength(2)
  await userEvent.click(cake)
  await vi.waitFor(() => expect(api.paths()).toContain('GET conversations/c-1'))
  await vi.waitFor(() => expect(queryByRole('heading', { name: 'Past conversations' })).toBeNull())
  expect(remembered().conversation).toBe('c-1')
  expect(field()).toBeTruthy()
})

test('a list that fails to load can be retried; an unknown visitor has none', async () => {
  remember({ token: 't' })
  const api = scriptApi()
  api.once(/^GET conversations$/, 'nothing')
  const { choose, findByText, press } = openChat()
  await findByText('Welcome!')
  await choose('Past conversations')
  await findByText(/Can’t reach the chat\./)
  await press('Try again')
  await findByText('No past conversations.')
})

test('the visitor can end the chat', async () => {
  const api = scriptApi()
  const { choose, findByText, press, findByPlaceholderText } = await talkingChat(api)
  await choose('End conversation')
  await vi.waitFor(() =>
    expect(api.paths()).toContain(`POST conversations/${api.conversation}/end`),
  )
  const state = { id: api.conversation, ai_enabled: true, seen_seq: 0 }
  api.say('conversation.updated', { ...state, ended: true })
  await findByText('This conversation has ended.')
  await press('Start a new one')
  await findByPlaceholderText('Write a message…')
})

test('sound is off until turned on, and the choice is remembered', async () => {
  scriptApi()
  const { choose, findByText } = openChat()
  await findByText('Welcome!')
  await choose('Turn sound on')
  expect(remembered()).toEqual({ sound: true })
  await choose('Turn sound off')
  expect(remembered()).toEqual({ sound: false })
})

test('erasing asks for confirmation; Cancel leaves everything', async () => {
  const api = scriptApi()
  const { choose, press, findByRole, findByText, root, field } = await talkingChat(api)
  await choose('Erase my chat')
  await findByText(/This can’t be undone/)
  expect(root.activeElement).toBe(await findByRole('button', { name: 'Back to conversation' }))
  await press('Cancel')
  await findByText(/· Sent$/)
  await vi.waitFor(() => expect(root.activeElement).toBe(field()))
  expect(api.paths()).not.toContain('DELETE visitor')
})

test('erasing deletes locally and on the server', async () => {
  const api = scriptApi()
  const { choose, press, findAllByText, bubbles } = await talkingChat(api)
  await choose('Erase my chat')
  await press('Erase my chat')
  await findAllByText('Your chat has been erased.')
  expect(api.paths()).toContain('DELETE visitor')
  expect(localStorage).toHaveLength(0)
  await vi.waitFor(() => expect(bubbles()).toEqual(['Welcome!']))
})

test('nothing is forgotten locally when the server could not erase', async () => {
  const api = scriptApi()
  const { choose, press, findByText } = await talkingChat(api)
  await choose('Erase my chat')
  api.once(/^DELETE visitor/, 'nothing')
  await press('Erase my chat')
  await findByText(/nothing was erased/)
  expect(remembered()).toMatchObject({ token: 'token-1', conversation: api.conversation })
})

test('the assistant is fetched only once, whatever else is done', async () => {
  const api = scriptApi()
  const { choose, findByText } = openChat()
  await findByText('Welcome!')
  await choose('Turn sound on')
  expect(api.paths().filter((path) => path === `GET assistants/${ASSISTANT}`)).toHaveLength(1)
})
