import { screen, within } from '@testing-library/preact'
import { useLayoutEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { expect, onTestFinished, test } from 'vitest'
import type { Desk } from '../../renderer/app/desk.ts'
import { Inbox } from '../../renderer/screens/inbox/inbox.tsx'
import { draw, fakeDesk } from './render.tsx'
import { ADA, BOB, detail, inboxItem, later, message } from './support.ts'

/** Height and width of every element, px; without them nothing counts as visible. */
const SIZE = 800
for (const side of ['offsetHeight', 'offsetWidth', 'clientHeight'])
  Object.defineProperty(HTMLElement.prototype, side, { configurable: true, get: () => SIZE })

/** The inbox at the page's address. */
function AtAddress({ desk }: { readonly desk: Desk }) {
  const { path, url, route } = useLocation()
  useLayoutEffect(() => {
    desk.address.connect(route)
    desk.address.url.value = url
  }, [url])
  const id = path.split('/')[3]
  return <Inbox desk={desk} params={id ? { id } : {}} />
}

/** Ada's conversation beside the list, which also has Bob's. */
async function besideAda() {
  history.replaceState(null, '', `/app/inbox/${ADA}`)
  const { server, desk } = fakeDesk()
  const visitor = { id: '0199c0de-0000-7000-8000-0000000000f2', name: 'Bob', online: false }
  const bob = inboxItem({ id: BOB, visitor, updated_at: '2026-11-21T08:00:00Z' })
  const loading = later<object>()
  server.on('GET /user/inbox', { data: [inboxItem(), bob], before: null, cursor: 1 })
  server.on(`GET /user/conversations/${ADA}`, detail([message(1)]))
  server.on(`GET /user/conversations/${BOB}`, () => loading.promise)
  await desk.inbox.load()
  addEventListener('keydown', desk.commands.onKey)
  onTestFinished(() => removeEventListener('keydown', desk.commands.onKey))
  draw(<AtAddress desk={desk} />, `/app/inbox/${ADA}`)
  await screen.findByRole('log')
  const list = within(screen.getByRole('region', { name: 'Conversations' }))
  const rowOf = (name: RegExp) => list.getByRole('link', { name })
  return { server, loading, rowOf }
}

const isOpen = (name: string) =>
  screen.queryByRole('region', { name: `Conversation with ${name}` }) !== null

/** Renders pending changes, but runs no effect that waits for the paint. */
async function rendered() {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
}

test('the list marks a conversation before it replaces the one beside it; meanwhile no shortcut acts on that one', async () => {
  const { server, rowOf } = await besideAda()
  // Not by the simulated user, who waits for the paint.
  rowOf(/Bob/).click()
  await rendered()
  expect(rowOf(/Bob/).getAttribute('aria-current')).toBe('page')
  expect(rowOf(/Ada/).getAttribute('aria-current')).toBeNull()
  expect(isOpen('Ada')).toBe(true)
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key: '3', code: 'Digit3', bubbles: true }),
  )
  await expect.poll(() => isOpen('Bob')).toBe(true)
  expect(isOpen('Ada')).toBe(false)
  expect(server.bodies(`PUT /user/conversations/${ADA}/dial`)).toEqual([])
})

test('a conversation shows whose it is while it loads, and its heading keeps the focus', async () => {
  const { loading, rowOf } = await besideAda()
  rowOf(/Bob/).click()
  const heading = await screen.findByRole('heading', { name: 'Bob' })
  screen.getByRole('status', { name: 'Loading conversation' })
  expect(screen.queryByRole('log')).toBeNull()
  heading.focus()
  loading.resolve(detail([message(1)], { id: BOB }))
  await screen.findByRole('log')
  expect(document.activeElement).toBe(heading)
})
