import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Message } from '#contracts/messages.ts'
import { openChat, remember, talkingChat } from './opened-chat.ts'
import { CONVERSATION, ORIGIN, scriptApi } from './scripted-api.ts'

const DAY = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString()

/** A chat that this browser remembers, with these messages. */
async function rememberedChat(messages: readonly Partial<Message>[], script = {}) {
  remember({ token: 'token-1', conversation: CONVERSATION })
  const api = scriptApi(script)
  for (const message of messages) api.add(message)
  const opened = openChat()
  await opened.findByText(messages.at(-1)!.content!)
  await vi.waitFor(() => expect(opened.panel.querySelector('.message .note')).not.toBeNull(), {
    timeout: 5000,
  })
  const texts = (selector: string) =>
    [...opened.panel.querySelectorAll(selector)].map(({ textContent }) => textContent)
  return { api, ...opened, texts }
}

test('days are named in the visitor’s language, with the year only where it differs', async () => {
  const { texts } = await rememberedChat([
    { content: 'Long ago', created_at: '2019-11-13T12:00:00.000Z' },
    { content: 'The day before', created_at: daysAgo(1) },
    { content: 'Now', created_at: daysAgo(0) },
  ])
  expect(texts('.day')).toEqual(['Nov 13, 2019', 'yesterday', 'today'])
})

test('consecutive messages of one author show one time; the others are for screen readers only', async () => {
  const { panel } = await rememberedChat([
    { author: 'visitor', content: 'One' },
    { author: 'visitor', content: 'Two' },
    { author: 'assistant', content: 'Three' },
  ])
  const times = [...panel.querySelectorAll('.message > p:last-child')]
  expect(times.map((time) => time.classList[0])).toEqual(['sr', 'note', 'note'])
  for (const time of times) expect(time.textContent).toMatch(/\d:00/)
  expect(panel.querySelectorAll<HTMLElement>('.bubble')[1]!.title).toMatch(/2026.*\d:00/)
})

test('the delivery status is shown only below the visitor’s last message', async () => {
  const { texts } = await rememberedChat([
    { author: 'visitor', content: 'One' },
    { content: 'Two' },
    { author: 'visitor', content: 'Three' },
    { content: 'Four' },
  ])
  expect(texts('[data-author=visitor] .note').map((note) => note.includes('Sent'))).toEqual([
    false,
    true,
  ])
})

test('a message sent during an answer is marked as waiting, and the answer can be stopped', async () => {
  const api = scriptApi()
  const { findByText, findByRole, queryByText, write } = await talkingChat(api)
  const conversation_id = api.conversation
  const answer = api.add({ status: 'streaming', content: 'Well' })
  api.say('message.created', { conversation_id, message: answer })
  await findByText('Well')
  await write('And then?')
  await findByRole('button', { name: 'Stop answer' })
  await findByRole('button', { name: 'Send' })
  await write('{Enter}')
  await findByText(/Waiting for its turn…$/)
  await userEvent.click(await findByRole('button', { name: 'Stop answer' }))
  expect(api.paths()).toContain(`POST conversations/${conversation_id}/stop`)
  const message = { ...answer, status: 'complete' } as const
  api.say('message.updated', { conversation_id, message })
  await findByText(/· Sent$/)
  expect(queryByText(/Waiting/)).toBeNull()
})

test('a restarted answer keeps its old text until the new one is longer', async () => {
  const api = scriptApi()
  const { findByText, bubbles } = await talkingChat(api)
  const conversation_id = api.conversation
  const answer = api.add({ status: 'streaming', content: 'It costs nothing' })
  api.say('message.created', { conversation_id, message: answer })
  await findByText('It costs nothing')
  api.say('message.updated', { conversation_id, message: { ...answer, content: '' } })
  const add = (offset: number, text: string) =>
    api.say('message.delta', { conversation_id, message_id: answer.id, offset, text })
  add(0, 'Parley is')
  const message = api.add({ content: 'A sign' })
  api.say('message.created', { conversation_id, message })
  await findByText('A sign')
  expect(bubbles()).toContain('It costs nothing')
  add(9, ' free of charge')
  await findByText('Parley is free of charge')
  expect(bubbles()).not.toContain('It costs nothing')
})

test('an answer that ends shorter than before is shown as it ended', async () => {
  const api = scriptApi()
  const { findByText, bubbles } = await talkingChat(api)
  const conversation_id = api.conversation
  const answer = api.add({ status: 'streaming', content: 'It costs nothing' })
  api.say('message.created', { conversation_id, message: answer })
  await findByText('It costs nothing')
  const message = { ...answer, content: 'Free.', status: 'complete' } as const
  api.say('message.updated', { conversation_id, message })
  await findByText('Free.')
  expect(bubbles()).toEqual(['Welcome!', 'Hello', 'Free.'])
})

test('replies are suggested for a fresh answer, except those already given', async () => {
  const settings = { replies: ['Thank you!', 'Hello'] }
  const api = scriptApi({ settings })
  const { findByRole, findByText, queryByRole } = await talkingChat(api)
  const conversation_id = api.conversation
  const message = api.add({ content: 'Of old', created_at: daysAgo(1) })
  api.say('message.created', { conversation_id, message })
  await findByText('Of old')
  expect(queryByRole('button', { name: 'Thank you!' })).toBeNull()
  const fresh = api.add({ content: 'Of now', created_at: daysAgo(0) })
  api.say('message.created', { conversation_id, message: fresh })
  await findByRole('button', { name: 'Thank you!' })
  expect(queryByRole('button', { name: 'Hello' })).toBeNull()
})

test('sources are numbered, and those that are pages can be opened', async () => {
  const sources = [
    { title: 'pets.md', url: null },
    { title: 'Our terrace', url: 'https://shop.example.com/terrace' },
  ]
  const { findByRole, texts } = await rememberedChat([{ content: 'Dogs are welcome', sources }])
  await findByRole('list', { name: 'Sources' })
  expect(texts('.sources li')).toEqual(['1pets.md', '2Our terrace'])
  const link = await findByRole<HTMLAnchorElement>('link', { name: /Our terrace/ })
  expect([link.href, link.title]).toEqual([sources[1]!.url, 'shop.example.com'])
})

test('the header states the expected response time, a person’s while one is there', async () => {
  const api = scriptApi()
  const { findByText, findAllByText, panel } = await talkingChat(api)
  await findByText(/Answers right away/)
  const state = { id: api.conversation, ended: false, seen_seq: 0 }
  api.say('conversation.updated', { ...state, ai_enabled: false })
  await findAllByText('You’re now talking to a person')
  expect(panel.querySelector('.head p')!.textContent).toBe('Person · Available now')
})

test('starters are directly below the greeting, and the assistant’s name and picture above it', async () => {
  scriptApi({ settings: { starters: ['Are you open?'] } })
  const { findByRole, panel } = openChat()
  await findByRole('button', { name: 'Are you open?' })
  const parts = [...panel.querySelector('.log')!.children].map(({ classList }) => classList[0])
  expect(parts).toEqual(['hello', 'message', 'suggestions'])
})

test('emoji load on demand, are navigated by keyboard and inserted at the caret', async () => {
  scriptApi()
  const { write, field, press, root, findByRole, queryByRole } = openChat()
  await write('Good day')
  field().setSelectionRange(4, 4)
  await press('Insert emoji')
  const group = await findByRole('group', { name: 'Insert emoji' })
  const [first, second] = group.querySelectorAll('button')
  expect(root.activeElement).toBe(first)
  await userEvent.keyboard('{ArrowRight}')
  expect(root.activeElement).toBe(second)
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(field().value).toBe(`Good${second!.textContent} day`))
  expect(queryByRole('group', { name: 'Insert emoji' })).toBeNull()
  await vi.waitFor(() => expect(field().selectionStart).toBe(4 + second!.textContent.length))
  await press('Insert emoji')
  await findByRole('group', { name: 'Insert emoji' })
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(queryByRole('group', { name: 'Insert emoji' })).toBeNull())
  expect(root.activeElement).toBe(field())
})

test('faces are shown over initials, with who is there and how soon they reply', async () => {
  const api = scriptApi({
    faces: {
      picture: '/pictures/logo',
      team_online: true,
      team: [
        { name: 'Ada Lovelace', picture: '/pictures/ada' },
        { name: 'bob', picture: null },
      ],
      reply_minutes: 120,
    },
  })
  const { panel, findByText, findByRole } = await talkingChat(api)
  const faces = (within: string) =>
    [...panel.querySelectorAll(`${within} .avatar`)].map((avatar) => [
      avatar.textContent,
      avatar.querySelector('img')?.getAttribute('src') ?? null,
    ])
  await findByText(/Answers right away/)
  expect(faces('.head')).toEqual([
    [expect.any(String), `${ORIGIN}/pictures/logo`],
    ['AL', `${ORIGIN}/pictures/ada`],
    ['b', null],
  ])
  await findByRole('img', {
    name: 'Ada Lovelace, bob: Available now · Usually replies in 2 hours',
  })
  const by = { author: 'operator', author_name: 'Ada Lovelace' } as const
  const message = api.add({ ...by, author_picture: '/pictures/ada', content: 'Hi' })
  api.say('message.created', { conversation_id: api.conversation, message })
  await findByText('Hi')
  expect(faces('.message')).toEqual([['AL', `${ORIGIN}/pictures/ada`]])
})

test('a file on its way shows how much has been sent, and can be taken back into the draft', async () => {
  const api = scriptApi()
  const { findByRole, findByText, queryByRole, panel, press, field } = await talkingChat(api)
  const letArrive = api.holdFiles()
  const input = panel.querySelector<HTMLInputElement>('input[type=file]')!
  await userEvent.upload(input, new File(['long'], 'notes.txt', { type: 'text/plain' }))
  await findByText('notes.txt')
  await press('Send')
  const indicator = await findByRole('progressbar', { name: 'notes.txt' })
  await vi.waitFor(() => expect(indicator.textContent).toBe('42 %'))
  await press('Remove notes.txt')
  await vi.waitFor(() => expect(queryByRole('progressbar')).toBeNull())
  await vi.waitFor(() => expect(panel.querySelector('.taken')?.textContent).toContain('notes.txt'))
  expect(field().value).toBe('')
  letArrive()
  await press('Send')
  await vi.waitFor(() => expect(api.files).toHaveLength(1))
  expect(api.messages.filter(({ author }) => author === 'visitor').at(-1)).toMatchObject({
    content: 'notes.txt',
  })
})

test('an answer is announced once it is complete, without its markup', async () => {
  const api = scriptApi()
  const { findByText, spoken } = await talkingChat(api)
  await findByText(/Answers right away/)
  const content =
    'Add **this tag** to [your page](https://shop.example.com):\n\n```html\n<script async></script>\n```'
  api.say('message.created', { conversation_id: api.conversation, message: api.add({ content }) })
  await vi.waitFor(() =>
    expect(spoken()).toBe('Ada: Add this tag to your page:\n<script async></script>'),
  )
})
