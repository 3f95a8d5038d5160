import { screen, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { NewAssistantScreen } from '../../renderer/screens/assistants/new.tsx'
import { Inbox } from '../../renderer/screens/inbox/inbox.tsx'
import { Keys } from '../../renderer/screens/settings/keys.tsx'
import { ShortcutsDialog } from '../../renderer/screens/shell/shortcuts-dialog.tsx'
import { draw, fakeDesk } from './render.tsx'
import { ADA, BOB, detail, inboxItem, invalid, message } from './support.ts'

test('the form shows each mistake beside its field and goes to the first', async () => {
  const { server, desk } = fakeDesk()
  server.on('GET /user/assistants/languages', [{ id: 1, name: 'English', iso_2: 'en' }])
  server.on('GET /user/assistants/voices', [])
  server.on('GET /user/assistants/models', [{ id: 3, name: 'Built-in' }])
  server.on('POST /user/assistant', () =>
    invalid({
      system_prompt: ['The system prompt field is required.'],
      webhook_url: ['The webhook url must be a valid URL.'],
    }),
  )
  const { user } = draw(<NewAssistantScreen desk={desk} params={{}} />)
  await screen.findByRole('option', { name: 'Built-in' })
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Shop')
  await user.click(screen.getByRole('button', { name: 'Create assistant' }))
  await screen.findByText('The system prompt field is required.')
  within(screen.getByRole('alert')).getByText('The webhook url must be a valid URL.')
  const instructions = screen.getByRole('textbox', { name: 'Instructions' })
  await expect.poll(() => document.activeElement).toBe(instructions)
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Shop')
})

test('the first message counts characters as the server does', async () => {
  const { desk } = fakeDesk()
  const { user } = draw(<NewAssistantScreen desk={desk} params={{}} />)
  const field = screen.getByRole('textbox', { name: 'First message' })
  await user.clear(field)
  await user.type(field, 'Hi 👋')
  screen.getByText('4 / 200')
})

test('a new key is shown once, and a revoked one is asked about first', async () => {
  const { server, desk } = fakeDesk()
  const key = { id: 4, name: 'Script', created_at: '2026-11-21T09:00:00.000000Z' }
  server.on('GET /user/api-keys', { api_keys: [{ ...key, last_used_at: null }] })
  server.on('POST /user/api-keys', { message: 'ok', api_key: { ...key, token: '4|secret' } })
  server.on('DELETE /user/api-keys/4', { message: 'ok' })
  const { user } = draw(<Keys desk={desk} />)
  await screen.findByText('never used', { exact: false })

  await user.type(screen.getByRole('textbox', { name: 'New key' }), 'Script')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText('4|secret')
  await user.click(screen.getByRole('button', { name: 'I have it' }))
  expect(screen.queryByText('4|secret')).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Revoke Script' }))
  expect(server.bodies('DELETE /user/api-keys/4')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Revoke the key' }))
  await screen.findByText(/No keys/)
})

async function openInbox(path = '/app/inbox') {
  const { server, desk } = fakeDesk()
  const bob = inboxItem({ id: BOB, visitor: null, type: 'api', updated_at: '2026-11-21T08:00:00Z' })
  server.on('GET /user/inbox', { data: [inboxItem(), bob], before: null, cursor: 1 })
  server.on(`GET /user/conversations/${ADA}`, detail([message(1)]))
  await desk.inbox.load()
  const id = path.split('/')[3]
  return { desk, ...draw(<Inbox desk={desk} params={id ? { id } : {}} />, path) }
}

test('arrow keys move along the list, j opens the first conversation', async () => {
  const { user } = await openInbox()
  const [first, second] = within(
    screen.getByRole('region', { name: 'Conversations' }),
  ).getAllByRole('link')
  first!.focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(second)
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(first)
  await user.keyboard('j')
  expect(location.pathname).toBe(`/app/inbox/${ADA}`)
})

test('single keys do nothing while somebody writes, or once they are turned off', async () => {
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

test('the tabs narrow the list down and are moved along by arrow keys', async () => {
  const { user } = await openInbox()
  await user.click(screen.getByRole('tab', { name: 'Unread' }))
  await screen.findByText('None of the loaded conversations matches.')
  await user.keyboard('{ArrowLeft}')
  expect(screen.getByRole('tab', { name: 'All' }).getAttribute('aria-selected')).toBe('true')
})

test('shortcuts can be turned off', async () => {
  const { desk } = fakeDesk()
  const { user } = draw(
    <ShortcutsDialog preferences={desk.preferences} onClose={() => undefined} />,
  )
  await user.click(screen.getByLabelText('Single-key shortcuts'))
  expect(desk.preferences.shortcuts.value).toBe(false)
})
