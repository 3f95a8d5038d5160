import { screen, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { Conversation } from '../../renderer/screens/inbox/conversation.tsx'
import { openConversation } from './open-conversation.tsx'
import { draw, fakeDesk } from './render.tsx'
import { ADA, created, delta, invalid, message } from './support.ts'

const GET = `GET /user/conversations/${ADA}`
const DIAL = `PUT /user/conversations/${ADA}/dial`
const POST = `POST /user/conversations/${ADA}/messages`

const field = () => screen.getByRole('textbox', { name: /^Reply to/ })

test('an operator takes over, replies with Enter, and hands back', async () => {
  const { server, user } = await openConversation()
  await user.click(screen.getByRole('radio', { name: 'Human' }))
  await screen.findByRole('radio', { name: 'Human', checked: true })
  server.on(POST, ({ body }) => {
    const { content, client_id } = body as { content: string; client_id: string }
    return { message: 'ok', data: message(2, { author: 'operator', content, client_id }) }
  })
  await user.type(field(), 'Hello{Shift>}{Enter}{/Shift}Ada{Enter}')
  await within(screen.getByRole('log')).findByText(/Hello/)
  expect(server.bodies(POST)).toMatchObject([{ content: 'Hello\nAda' }])
  expect(field()).toHaveProperty('value', '')
  await user.click(screen.getByRole('radio', { name: 'Auto' }))
  await screen.findByRole('radio', { name: 'Auto', checked: true })
  expect(server.bodies(DIAL)).toEqual([
    { mode: 'human', epoch: 0 },
    { mode: 'auto', epoch: 1 },
  ])
})

test('replying while the assistant is answering takes over first, and says so beforehand', async () => {
  const { server, user } = await openConversation()
  screen.getByText(/Sending takes over/)
  server.on(POST, { message: 'ok', data: message(2, { author: 'operator', content: 'Hi' }) })
  await user.type(field(), 'Hi{Enter}')
  await within(screen.getByRole('log')).findByText('Hi')
  const order = server.calls.map(({ call }) => call).filter((call) => /dial|s$/.test(call))
  expect(order.indexOf(DIAL)).toBeGreaterThanOrEqual(0)
  expect(order.indexOf(DIAL)).toBeLessThan(order.indexOf(POST))
})

test('a reply that failed to send offers a retry', async () => {
  const { server, user } = await openConversation([message(1)], {
    ai_enabled: false,
    ai_mode: 'human',
  })
  await user.type(field(), 'Hi{Enter}')
  await screen.findByText(/Not sent/)
  server.on(POST, { message: 'ok', data: message(2, { author: 'operator', content: 'Hi' }) })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await expect.poll(() => screen.queryByText(/Not sent/)).toBeNull()
  expect(within(screen.getByRole('log')).getAllByText('Hi')).toHaveLength(1)
})

test('a rejected reply stays in the field, with the reason beside it', async () => {
  const { server, user } = await openConversation([message(1)], {
    ai_enabled: false,
    ai_mode: 'human',
  })
  server.on(POST, () => invalid({ content: ['The content must be valid text.'] }))
  await user.type(field(), 'Hi{Enter}')
  await screen.findByText('The content must be valid text.')
  expect(field()).toHaveProperty('value', 'Hi')
  expect(field().getAttribute('aria-invalid')).toBe('true')
})

test('an answer is shown as it streams and announced only once complete', async () => {
  const { live, desk } = await openConversation()
  const said = () => desk.announcer.kept.value.map(({ text }) => text)
  const log = screen.getByRole('log')
  const answer = message(2, { author: 'assistant', author_name: 'Guide', content: 'It **is**' })
  live.emit(created(11, { ...answer, status: 'streaming' }))
  live.emit(delta(12, 102, 9, ' `free`'))
  await within(log).findByText('free')
  expect(within(log).getByText('is').tagName).toBe('STRONG')
  expect(said()).toEqual([])
  live.emit({
    type: 'message.updated',
    id: 13,
    data: { conversation_id: ADA, message: { ...answer, content: 'It is free' } },
  })
  await expect.poll(said).toEqual(['Guide: It is free'])
})

test('a failed answer shows its error, and foreign markup stays text', async () => {
  await openConversation([
    message(1, { content: '<img src=x onerror=alert(1)> https://example.com/a.' }),
    message(2, { author: 'assistant', status: 'interrupted', content: 'Half' }),
    message(3, { author: 'assistant', status: 'failed', content: 'Sorry' }),
  ])
  const log = screen.getByRole('log')
  within(log).getByText(/Cut off/)
  within(log).getByText(/couldn’t answer/)
  expect(log.querySelector('img')).toBeNull()
  const link = within(log).getByRole('link')
  expect(link.getAttribute('href')).toBe('https://example.com/a')
  expect(link.getAttribute('rel')).toContain('noopener')
})

test('a conversation that fails to open says why', async () => {
  const { server, desk } = fakeDesk()
  server.on(GET, () => Response.json({ message: 'Conversation not found' }, { status: 404 }))
  const resolving = { note: () => undefined, endReplied: () => undefined }
  draw(<Conversation desk={desk} id={ADA} resolving={resolving} onClose={() => undefined} />)
  await screen.findByText('Conversation not found')
  screen.getByRole('link', { name: 'Back to inbox' })
})

test('a reply is formatted with buttons and keys, previewed, and shown to the desk as to the visitor', async () => {
  const { server, user } = await openConversation([message(1)], { ai_mode: 'human' })
  const write = field() as HTMLTextAreaElement
  await user.type(write, 'see this now')
  write.setSelectionRange(4, 8)
  await user.click(screen.getByRole('button', { name: 'Bold' }))
  expect([write.value, write.selectionStart, write.selectionEnd]).toEqual([
    'see **this** now',
    6,
    10,
  ])
  await user.keyboard('{Control>}i{/Control}')
  expect(write.value).toBe('see ***this*** now')
  write.setSelectionRange(18, 18)
  await user.click(screen.getByRole('button', { name: 'Emoji' }))
  await user.keyboard('{ArrowRight}{Enter}')
  expect(write.value).toBe('see ***this*** now😃')
  await user.click(screen.getByRole('button', { name: 'Link' }))
  await user.type(screen.getByRole('textbox', { name: 'Address' }), 'nowhere{Enter}')
  screen.getByText(/Enter a web address/)
  await user.type(screen.getByRole('textbox', { name: 'Address' }), '.example')
  await user.type(screen.getByRole('textbox', { name: 'Text (optional)' }), 'there{Enter}')
  expect(write.value).toBe('see ***this*** now😃[there](https://nowhere.example)')
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  const preview = screen.getByRole('region', { name: 'Preview' })
  expect(preview.querySelector('strong > em')!.textContent).toBe('this')
  server.on(POST, ({ body }) => {
    const { content } = body as { content: string }
    return { message: 'ok', data: message(2, { author: 'operator', content }) }
  })
  await user.click(screen.getByRole('button', { name: 'Send' }))
  const link = await within(screen.getByRole('log')).findByRole('link', { name: /there/ })
  expect(link.getAttribute('href')).toBe('https://nowhere.example')
})

test('a picture of a reply is shown at its place, and not below as well', async () => {
  const file = {
    id: 7,
    name: 'cat.png',
    media_type: 'image/png',
    size: 9,
    width: 4,
    height: 3,
    url: '/a/7',
  }
  const attachments = [file, { ...file, id: 8, name: 'dog.png', url: '/a/8' }]
  const content = 'Look:\n![cat.png](attachment:7)\n![x](attachment:9)'
  await openConversation([
    message(1, { author: 'operator', content, attachments }),
    message(2, { author: 'visitor', content, attachments }),
  ])
  const [reply, own] = screen.getAllByRole('article')
  const picturesIn = (place: Element) =>
    [...place.querySelectorAll('img')].map((picture) => picture.getAttribute('src'))
  expect(picturesIn(reply!.querySelector('.bubble')!)).toEqual(['/a/7'])
  expect(picturesIn(reply!)).toEqual(['/a/7', '/a/8'])
  expect(picturesIn(own!.querySelector('.bubble')!)).toEqual([])
})
