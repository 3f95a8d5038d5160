import { screen, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { Conversation } from '../../renderer/screens/inbox/conversation.tsx'
import { draw, fakeDesk } from './render.tsx'
import { ADA, detail, fakeLive, message } from './support.ts'

/** A conversation in the desk, with its details. */
async function opened(messages = [message(1)], changes = {}) {
  const { server, desk } = fakeDesk()
  server.on(`GET /user/conversations/${ADA}`, detail(messages, changes))
  server.on(`POST /user/conversations/${ADA}/read`, { message: 'ok' })
  const whole = { ...desk, live: { ...desk.live, ...fakeLive() } }
  const quiet = { note: () => undefined, endReplied: () => undefined }
  const { user } = draw(
    <Conversation desk={whole} id={ADA} resolving={quiet} onClose={() => undefined} />,
  )
  await screen.findByRole('log')
  await user.click(screen.getByRole('button', { name: 'Show details' }))
}

test('an answer lists its sources, with links for pages', async () => {
  const sources = [
    { title: 'Prices', url: 'https://www.example.com/prices' },
    { title: 'handbook.pdf', url: null },
  ]
  await opened([message(1), message(2, { author: 'assistant', sources })])
  const list = screen.getByRole('list', { name: 'Sources' })
  const link = within(list).getByRole('link', { name: 'Prices (www.example.com)' })
  expect(link.getAttribute('href')).toBe('https://www.example.com/prices')
  expect(link.getAttribute('rel')).toContain('noopener')
  within(list).getByText('handbook.pdf')
  expect(within(list).queryAllByRole('link')).toHaveLength(1)
})

test('the desk shows a verified visitor and their rating', async () => {
  const { visitor } = detail([])
  await opened([message(1)], {
    visitor: { ...visitor!, external_id: 'customer-7' },
    rating: { rating: 4, comment: 'Quick and friendly.' },
  })
  screen.getByText(/Verified by your website/)
  screen.getByText('ID customer-7')
  screen.getByRole('img', { name: '4 stars of 5' })
  screen.getByText('Quick and friendly.')
})

test('a visitor without proof of identity is never called verified', async () => {
  await opened()
  expect(screen.queryByText(/Verified/)).toBeNull()
  expect(screen.queryByText('Rating')).toBeNull()
})
