import { fireEvent } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openChat, remember, remembered, talkingChat } from './opened-chat.ts'
import { scriptApi } from './scripted-api.ts'

afterEach(() => void vi.useRealTimers())

async function endedChat(settings: object = {}) {
  const api = scriptApi({ settings })
  const opened = await talkingChat(api)
  api.say('conversation.updated', {
    id: api.conversation,
    ai_enabled: true,
    seen_seq: 0,
    ended: true,
  })
  await opened.findByText('This conversation has ended.')
  return { api, ...opened }
}

test('at the end the visitor is asked for a rating, once', async () => {
  const { api, findByRole, findByText, press, queryByRole } = await endedChat()
  const faces = await findByRole('group', { name: 'How was this conversation?' })
  expect(faces.querySelectorAll('input[type=radio]')).toHaveLength(5)
  expect(queryByRole('button', { name: 'Send rating' })).toBeNull()
  await userEvent.click(await findByRole('radio', { name: 'Good' }))
  fireEvent.input(await findByRole('textbox'), { target: { value: ' Quick ' } })
  await press('Send rating')
  await findByText('Thanks for your rating.')
  expect(queryByRole('radio', { name: 'Good' })).toBeNull()
  expect(api.asked.find(({ method }) => method === 'PUT')).toMatchObject({
    path: `conversations/${api.conversation}/rating`,
    body: { rating: 4, comment: 'Quick' },
  })
})

test('a rating that failed to send is kept and can be resent', async () => {
  const { api, findByRole, findByText, press } = await endedChat()
  await userEvent.click(await findByRole('radio', { name: 'Very bad' }))
  api.once(/rating/, 'nothing')
  await press('Send rating')
  await findByText('Can’t reach the chat.')
  expect(await findByRole('radio', { name: 'Very bad' })).toMatchObject({ checked: true })
  await press('Send rating')
  await findByText('Thanks for your rating.')
})

test('no rating is asked for when the assistant does not want one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const { queryByRole } = await endedChat({ rating: false })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(queryByRole('group')).toBeNull()
})

const AWAY = { back_at: new Date(Date.now() + 3_600_000).toISOString() }

test('outside office hours the chat says so, and when someone is back', async () => {
  scriptApi({ away: AWAY })
  const { findByText } = openChat()
  await findByText(/^We’re away until .+ Leave a message and we’ll get back to you\.$/)
})

test('the operator’s own away message is used where there is one', async () => {
  scriptApi({ away: { back_at: null }, settings: { away: 'Back after the holidays.' } })
  await openChat().findByText('Back after the holidays.')
})

test('a visitor who writes to an empty desk is asked for a reply address', async () => {
  const api = scriptApi({ away: AWAY })
  const { findByRole, queryByRole, findByText, findAllByText, press } = await talkingChat(api)
  const field = await findByRole('textbox', { name: /^Your email address/ })
  fireEvent.input(field, { target: { value: 'ann@' } })
  await press('Save')
  await findByText('Please enter an email address, such as name@example.com.')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect((field as HTMLInputElement).value).toBe('ann@')
  fireEvent.input(field, { target: { value: 'ann@example.com ' } })
  await press('Save')
  await findAllByText('Thanks. We’ll reply to ann@example.com.')
  expect(api.asked.find(({ method }) => method === 'PUT')).toMatchObject({
    body: { variables: { email: 'ann@example.com' } },
  })
  await vi.waitFor(() => expect(queryByRole('textbox', { name: /e-mail/ })).toBeNull())
})

test('no address is asked for when the website has provided it', async () => {
  remember({ variables: { email: 'ann@example.com' } })
  const { queryByRole, findByText } = await talkingChat(scriptApi({ away: AWAY }))
  await findByText(/^We’re away/)
  expect(queryByRole('textbox', { name: /e-mail/ })).toBeNull()
})

const FORM = [
  { name: 'email', label: 'E-mail', type: 'email', required: true },
  { name: 'phone', label: 'Phone', type: 'phone' },
  { name: 'topic', label: 'Topic', type: 'choice', options: ['Sales', 'Support'], required: true },
  { name: 'more', label: 'More', type: 'long' },
]

test('the form is shown before the first message, with errors beside its fields', async () => {
  const api = scriptApi({ settings: { form: FORM } })
  const {
    findByRole,
    findByLabelText,
    findAllByText,
    press,
    queryByPlaceholderText,
    root,
    findByPlaceholderText,
  } = openChat()
  await findByRole('heading', { name: 'Before we start' })
  expect(queryByPlaceholderText('Write a message…')).toBeNull()
  const phone = await findByLabelText(/^Phone/)
  fireEvent.input(phone, { target: { value: 'call me' } })
  await press('Start chat')
  expect(await findAllByText('Please fill this in.')).toHaveLength(2)
  await findAllByText(/^Please enter a phone number/)
  expect(root.activeElement?.getAttribute('name')).toBe('email')
  expect((phone as HTMLInputElement).value).toBe('call me')
  fireEvent.input(await findByLabelText(/^E-mail/), { target: { value: 'ann@example.com' } })
  fireEvent.input(phone, { target: { value: '+49 (30) 123-45' } })
  fireEvent.input(await findByLabelText(/^Topic/), { target: { value: 'Sales' } })
  await press('Start chat')
  await findByPlaceholderText('Write a message…')
  const told = { email: 'ann@example.com', phone: '+49 (30) 123-45', topic: 'Sales', more: '' }
  expect(remembered().variables).toEqual(told)
  // Nothing is requested from the server until there is something to send.
  expect(api.paths()).toHaveLength(1)
})

test('form answers are sent with the first message', async () => {
  const api = scriptApi({ settings: { form: [FORM[3]] } })
  const { press, findByPlaceholderText, write, findByText } = openChat()
  await press('Start chat')
  await findByPlaceholderText('Write a message…')
  await write('Hello{Enter}')
  await findByText(/· Sent$/)
  const opened = api.asked.find(({ method, path }) => method === 'POST' && path === 'conversations')
  expect(opened).toMatchObject({ body: { variables: { more: '' } } })
})

test('fields the website has provided are skipped, and with none left there is no form', async () => {
  scriptApi({ settings: { form: FORM.slice(0, 2) } })
  const opened = openChat()
  await opened.chat.setVariables({ email: 'ann@example.com' })
  await opened.findByLabelText(/^Phone/)
  expect(opened.queryByLabelText(/^E-mail/)).toBeNull()
  await opened.chat.setVariables({ phone: '1' })
  await opened.findByPlaceholderText('Write a message…')
})

test('an invalid form asks only its valid fields', async () => {
  const form = [
    { name: { toString: '' }, label: 'A' },
    { name: 'b', label: 'B', type: 'choice', options: 7 },
    null,
  ]
  scriptApi({ settings: { form } })
  const { findByLabelText, queryByLabelText } = openChat()
  await findByLabelText(/^B/)
  expect(queryByLabelText(/^A/)).toBeNull()
})
