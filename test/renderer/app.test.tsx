import { cleanup, render, screen, within } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { App } from '../../renderer/app.tsx'
import { fakeDesk } from './render.tsx'
import { inboxItem } from './support.ts'

afterEach(cleanup)

async function enter(path: string, data = [inboxItem({ unread: 2 })]) {
  history.replaceState(null, '', path)
  const { server, desk } = fakeDesk()
  server.on('GET /user/me', { name: 'Ann', email: 'ann@example.com', total_balance: 0 })
  server.on('GET /user/inbox', { data, before: null, cursor: 1 })
  server.on('GET /user/api-keys', { api_keys: [] })
  server.on('GET /health', { status: 'ok', version: '1.2.3', degraded: ['storage is low'] })
  await desk.session.start()
  render(<App desk={desk} />)
  return { desk, server, user: userEvent.setup() }
}

test('the bare address leads to the inbox, whose count is in the title', async () => {
  await enter('/app')
  await screen.findByRole('heading', { name: 'Inbox', level: 1 })
  expect(location.pathname).toBe('/app/inbox')
  await expect.poll(() => document.title).toBe('(1) Inbox · Parley')
})

test('a new screen has its own title, and the focus arrives at its heading', async () => {
  const { user } = await enter('/app/inbox')
  await screen.findByRole('heading', { name: 'Inbox', level: 1 })
  await user.click(screen.getByRole('link', { name: 'Settings' }))
  const heading = await screen.findByRole('heading', { name: 'Settings', level: 1 })
  await expect.poll(() => document.activeElement).toBe(heading)
  expect(document.title).toBe('(1) Settings · Parley')
  expect(screen.getByRole('link', { name: 'Settings' }).getAttribute('aria-current')).toBe('page')
})

test('an address that leads nowhere says so', async () => {
  await enter('/app/nowhere')
  await screen.findByRole('heading', { name: 'There is nothing here' })
})

test('of thousands of conversations only those in sight are drawn', async () => {
  const many = Array.from({ length: 3000 }, (_, index) => inboxItem({ id: `row-${index}` }))
  await enter('/app/inbox', many)
  const list = await screen.findByRole('region', { name: 'Conversations' })
  const drawn = await within(list).findAllByRole('listitem')
  expect(drawn[0]?.getAttribute('aria-setsize')).toBe('3000')
  expect(drawn.length).toBeGreaterThan(5)
  expect(drawn.length).toBeLessThan(60)
})

test('the settings say which Parley this is and what it suffers from', async () => {
  await enter('/app/settings')
  await screen.findByText(/Parley 1\.2\.3/)
  screen.getByText('storage is low')
})

test('signing out forgets the conversations and leads to the door', async () => {
  const { user, desk, server } = await enter('/app/settings')
  server.on('DELETE /session', { message: 'Signed out' })
  await user.click(await screen.findByRole('button', { name: 'Sign out' }))
  await screen.findByRole('heading', { name: 'Sign in to Parley' })
  expect(desk.inbox.items.value).toEqual([])
})
