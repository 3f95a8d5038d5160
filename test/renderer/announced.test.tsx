import { screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { createAnnouncer } from '../../renderer/app/announcer.ts'
import { Announcements } from '../../renderer/ui/announcements.tsx'
import { openConversation } from './open-conversation.tsx'
import { draw } from './render.tsx'
import { ADA, created, message } from './support.ts'

const POST = `POST /user/conversations/${ADA}/messages`
const PERSON = { ai_enabled: false, ai_mode: 'human' } as const

const field = () => screen.getByRole('textbox', { name: /^Reply to/ })

/** Ada's conversation with a person, and what screen readers are told. */
async function heardConversation(...opened: Parameters<typeof openConversation>) {
  const conversation = await openConversation(...opened)
  const { kept } = conversation.desk.announcer
  return { ...conversation, said: () => kept.value.map(({ text }) => text) }
}

test('a reply is reported as sent, once, and neither its text nor “Sending…” is read out', async () => {
  const { server, user, said, live } = await heardConversation([message(1)], PERSON)
  server.on(POST, ({ body }) => {
    const { content, client_id } = body as { content: string; client_id: string }
    return { message: 'ok', data: message(2, { author: 'operator', content, client_id }) }
  })
  await user.type(field(), 'Hello Ada{Enter}')
  await expect.poll(said).toEqual(['Reply sent.'])
  const [{ client_id }] = server.bodies(POST) as [{ client_id: string }]
  live.emit(created(11, message(2, { author: 'operator', content: 'Hello Ada', client_id })))
  live.emit(created(12, message(3, { author: 'operator', author_name: 'Bob', content: '**Hi**' })))
  await expect.poll(said).toEqual(['Reply sent.', 'Bob: Hi'])
  expect(screen.getByRole('log').getAttribute('aria-live')).toBe('off')
})

test('a reply that was not sent is reported, and once again if the retry fails', async () => {
  const { user, said } = await heardConversation([message(1)], PERSON)
  await user.type(field(), 'Hi{Enter}')
  await expect.poll(said).toEqual([expect.stringMatching(/^Not sent\. ./)])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await expect.poll(() => said().length).toBe(2)
})

test('a reply that is sent again by itself and fails again is not reported twice', async () => {
  const { user, said, server, live } = await heardConversation([message(1)], PERSON)
  await user.type(field(), 'Hi{Enter}')
  await expect.poll(said).toHaveLength(1)
  const before = server.bodies(POST).length
  live.resume()
  await expect.poll(() => server.bodies(POST).length).toBe(before + 1)
  await screen.findByText(/^Not sent\./)
  expect(said()).toHaveLength(1)
})

test('an answer that was being written when the conversation was opened is read out once complete, and no history is', async () => {
  const answer = message(2, { author: 'assistant', author_name: 'Guide', content: 'It is' })
  const { live, said } = await heardConversation([message(1), { ...answer, status: 'streaming' }])
  live.emit({
    type: 'message.updated',
    id: 13,
    data: { conversation_id: ADA, message: { ...answer, content: 'It is free' } },
  })
  await expect.poll(said).toEqual(['Guide: It is free'])
})

test('the region keeps the last announcements, and adds each as a line of its own', () => {
  const announcer = createAnnouncer()
  for (const text of ['one', 'two', 'two', 'three']) announcer.say(text)
  draw(<Announcements announcer={announcer} />)
  const region = screen.getByRole('status')
  expect([...region.children].map(({ textContent }) => textContent)).toEqual([
    'two',
    'two',
    'three',
  ])
  expect(region.getAttribute('aria-atomic')).toBe('false')
})
