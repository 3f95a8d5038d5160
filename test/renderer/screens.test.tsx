import { screen, within } from '@testing-library/preact'
import { expect, onTestFinished, test } from 'vitest'
import { Inbox } from '../../renderer/screens/inbox/inbox.tsx'
import { draw, fakeDesk } from './render.tsx'
import { ADA, BOB, detail, inboxItem, message } from './support.ts'

/** Height and width of every element, px; without them nothing counts as visible. */
const SIZE = 800
for (const side of ['offsetHeight', 'offsetWidth', 'clientHeight'])
  Object.defineProperty(HTMLElement.prototype, side, { configurable: true, get: () => SIZE })

async function openInbox(path = '/app/inbox') {
  history.replaceState(null, '', path)
  const { server, desk } = fakeDesk()
  const bob = inboxItem({ id: BOB, visitor: null, type: 'api', updated_at: '2026-11-21T08:00:00Z' })
  server.on('GET /user/inbox', { data: [inboxItem(), bob], before: null, cursor: 1 })
  server.on(`GET /user/conversations/${ADA}`, detail([message(1)]))
  await desk.inbox.load()
  addEventListener('keydown', desk.commands.onKey)
  onTestFinished(() => removeEventListener('keydown', desk.commands.onKey))
  const id = path.split('/')[3]
  return { desk, server, ...draw(<Inbox desk={desk} params={id ? { id } : {}} />, path) }
}

const links = () =>
  within(screen.getByRole('region', { name: 'Conversations' })).findAllByRole('link')

test('the arrow keys move along the list, and j opens the first conversation', async () => {
  const { user } = await openInbox()
  const [first, second] = await links()
  first!.focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(second)
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(first)
  await user.keyboard('j')
  expect(location.pathname).toBe(`/app/inbox/${ADA}`)
})

test('single-key shortcuts are inactive while typing, or when turned off', async () => {
  const { user, desk } = await openInbox()
  await user.click(screen.getByRole('searchbox'))
  await user.keyboard('j')
  expect(location.pathname).toBe('/app/inbox')
  screen.getByRole('searchbox').blur()
  desk.preferences.shortcuts.value = false
  await Promise.resolve()
  await user.keyboard('j')
  expect(location.pathname).toBe('/app/inbox')
})

test('choosing a view filters the list and updates the URL', async () => {
  const { user, server } = await openInbox()
  server.on('GET /user/inbox', { data: [], before: null, cursor: 2 })
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Resolved' }))
  expect(location.search).toBe('?state=ended')
  await screen.findByRole('heading', { name: 'Nothing resolved yet' })
})

test('x selects conversations, and Escape clears the selection', async () => {
  const { user } = await openInbox()
  const [first] = await links()
  first!.focus()
  await user.keyboard('x')
  await screen.findByText('1 selected')
  expect(screen.getByRole('group', { name: 'Bulk actions' })).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(screen.queryByText('1 selected')).toBeNull()
})
