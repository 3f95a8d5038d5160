import { cleanup, render, screen, within } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { App } from '../../renderer/app.tsx'
import { fakeDesk } from './render.tsx'
import { EVERYTHING } from './support.ts'

afterEach(cleanup)

const ann = {
  id: 1,
  name: 'Ann',
  email: 'ann@example.com',
  confirmed_email: null,
  is_first: true,
  custom_role: null,
  role: 'owner',
  is_me: true,
  invited_until: null,
  created_at: '2026-11-21T09:00:00.000000Z',
}

async function enter(path: string, unread = 1) {
  history.replaceState(null, '', path)
  const { server, desk } = fakeDesk()
  server.on('GET /session', {
    account: { name: 'Ann', email: 'ann@example.com', total_balance: 0, ...EVERYTHING },
  })
  server.on('GET /user/inbox', { data: [], before: null, cursor: 1 })
  server.on('GET /user/inbox/counts', { views: {}, unread, saved: [], matching: {}, cursor: 1 })
  server.on('GET /user/api-keys', { api_keys: [] })
  server.on('GET /user/operators', { data: [ann] })
  server.on('GET /user/users', () => Response.json({ message: 'No.' }, { status: 403 }))
  server.on('GET /user/presence', {
    operator_id: 1,
    data: [{ operator: { id: 2, name: 'Grace' }, status: 'away', conversations: [] }],
  })
  server.on('POST /user/presence', { message: 'Noted' })
  server.on('GET /health', { status: 'ok', version: '1.2.3', degraded: ['storage is low'] })
  await desk.session.start()
  render(<App desk={desk} />)
  return { desk, server, user: userEvent.setup() }
}

/** A screen is loaded when first shown, which takes time in a test. */
const heading = (name: string) =>
  screen.findByRole('heading', { name, level: 1 }, { timeout: 15_000 })

const navigation = () => within(screen.getAllByRole('navigation', { name: 'Main' })[0]!)

test('the bare address leads to Home, and the unread count is in the title', async () => {
  await enter('/app')
  await expect.poll(() => location.pathname).toBe('/app/home')
  await expect.poll(() => document.title).toBe('(1) Home · Parley')
  navigation().getByRole('link', { name: /Inbox.*1 unread/ })
})

test('the count can be turned off in the title', async () => {
  const { desk } = await enter('/app/nowhere')
  await expect.poll(() => document.title).toBe('(1) Not found · Parley')
  desk.preferences.badge.value = false
  await expect.poll(() => document.title).toBe('Not found · Parley')
})

test('a new screen has its own title, and focus moves to its heading', async () => {
  const { user } = await enter('/app/nowhere')
  await heading('Page not found')
  await user.click(navigation().getByRole('link', { name: 'API keys' }))
  const arrived = await heading('API keys')
  await expect.poll(() => document.activeElement).toBe(arrived)
  expect(document.title).toBe('(1) API keys · Parley')
  const link = navigation().getByRole('link', { name: 'API keys' })
  expect(link.getAttribute('aria-current')).toBe('page')
}, 20_000)

test('the navigation shows who else is in the desk', async () => {
  await enter('/app/nowhere')
  const others = await screen.findByRole('list', { name: 'Also online' })
  within(others).getByText('Grace, away')
})

test('the navigation can be collapsed, and stays so', async () => {
  const { user, desk } = await enter('/app/nowhere')
  desk.preferences.navigation.value = 'wide'
  await user.click(await screen.findByRole('button', { name: 'Collapse sidebar' }))
  expect(desk.preferences.navigation.value).toBe('narrow')
  screen.getByRole('button', { name: 'Expand sidebar' })
})

test('the settings identify this Parley and list its problems', async () => {
  await enter('/app/settings/about')
  await heading('Settings')
  await screen.findByText(/Parley 1\.2\.3/)
  screen.getByText('storage is low')
}, 20_000)

test('signing out clears the conversations and shows the sign-in page', async () => {
  const { user, desk, server } = await enter('/app/nowhere')
  server.on('DELETE /session', { message: 'Signed out' })
  await user.click(navigation().getByRole('button', { name: /^Ann/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  await screen.findByRole('heading', { name: 'Sign in to Parley' })
  expect(desk.inbox.unread.value).toBe(0)
  expect(desk.team.people.value).toEqual([])
})
