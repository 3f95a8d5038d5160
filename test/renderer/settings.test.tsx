import { readFileSync } from 'node:fs'
import path from 'node:path'
import { screen, waitFor, within } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { ApiKeys } from '../../renderer/screens/api-keys/api-keys.tsx'
import { LICENCES } from '../../renderer/screens/settings/licences.ts'
import { Network } from '../../renderer/screens/settings/network.tsx'
import { Settings } from '../../renderer/screens/settings/settings.tsx'
import { Users } from '../../renderer/screens/users/users.tsx'
import { ShortcutsDialog } from '../../renderer/shell/shortcuts-dialog.tsx'
import { draw, fakeDesk } from './render.tsx'
import { EVERYTHING, invalid } from './support.ts'

const root = path.resolve(import.meta.dirname, '../..')

const operator = (id: number, name: string, changes: object = {}) => ({
  id,
  name,
  email: null,
  confirmed_email: null,
  is_first: false,
  role: 'agent',
  is_me: false,
  custom_role: null,
  invited_until: null,
  created_at: '2026-11-21T09:00:00.000000Z',
  ...changes,
})
const ann = operator(1, 'Ann', { is_first: true, role: 'owner', is_me: true })

async function settings(part: string, me: object = ann, hash = '') {
  const { server, desk } = fakeDesk()
  server.on('GET /user/operators', { data: [me] })
  server.on('GET /session', {
    account: { name: 'Shop', email: 'shop@example.com', total_balance: 0, ...EVERYTHING },
  })
  server.on('GET /user/inbox', { data: [], before: null, cursor: 1 })
  await desk.session.start()
  const drawn = draw(<Settings desk={desk} params={{ part }} />, `/app/settings/${part}${hash}`)
  return { server, desk, ...drawn }
}

test('a new key is shown once, and revoking one asks for confirmation', async () => {
  const { server, desk } = fakeDesk()
  const key = { id: 4, name: 'Script', created_at: '2026-11-21T09:00:00.000000Z' }
  server.on('GET /user/api-keys', { api_keys: [{ ...key, last_used_at: null }] })
  server.on('POST /user/api-keys', { message: 'ok', api_key: { ...key, token: '4|secret' } })
  server.on('DELETE /user/api-keys/4', { message: 'ok' })
  const { user } = draw(<ApiKeys desk={desk} params={{}} />)
  await screen.findByText('Never')

  await user.type(screen.getByRole('textbox', { name: 'New key' }), 'Script')
  await user.click(screen.getByRole('button', { name: 'Create key' }))
  await screen.findByText('4|secret')
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText('4|secret')).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Revoke Script' }))
  expect(server.bodies('DELETE /user/api-keys/4')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Revoke key' }))
  await screen.findByText('No keys yet')
})

test('a new operator is validated beside the field, added, and their link is shown once', async () => {
  const { server, desk } = fakeDesk()
  server.on('GET /user/operators', { data: [ann] })
  const { user } = draw(<Users desk={desk} params={{}} />)
  await user.click(await screen.findByRole('button', { name: 'Add person' }))
  const dialog = within(screen.getByRole('dialog'))
  server.on('POST /user/operators', () => invalid({ name: ['The name field is required.'] }))
  await user.click(dialog.getByRole('button', { name: 'Add person' }))
  await dialog.findByText('The name field is required.')

  server.on('POST /user/operators', {
    message: 'ok',
    data: operator(2, 'Grace'),
    sign_in: {
      url: 'http://parley.test/app/#signin=once',
      expires_at: '2026-11-21T10:00:00.000000Z',
    },
  })
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Grace')
  await user.click(dialog.getByRole('button', { name: 'Add person' }))
  await screen.findByText(/#signin=once/)
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText(/#signin=once/)).toBeNull()
  expect(desk.team.nameOf(2)).toBe('Grace')
})

test('the only owner cannot be removed; removing others asks for confirmation', async () => {
  const { server, desk } = fakeDesk()
  server.on('GET /session', {
    account: { name: 'Shop', email: 'shop@example.com', total_balance: 0, ...EVERYTHING },
  })
  server.on('GET /user/inbox', { data: [], before: null, cursor: 1 })
  await desk.session.start()
  server.on('GET /user/operators', { data: [ann, operator(2, 'Grace')] })
  server.on('DELETE /user/operators/2', { message: 'ok' })
  const { user } = draw(<Users desk={desk} params={{}} />)
  await user.click(await screen.findByRole('button', { name: 'Actions for Ann' }))
  expect(screen.queryByRole('menuitem', { name: 'Remove' })).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Actions for Grace' }))
  await user.click(screen.getByRole('menuitem', { name: 'Remove' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(desk.team.people.value).toHaveLength(1))
})

test('operators change their own name, and the first operator changes the account’s', async () => {
  const { server, user, desk } = await settings('profile')
  const name = await screen.findByRole('textbox', { name: 'Name' })
  server.on('PUT /user/profile', ({ body }: { body: unknown }) => ({
    message: 'ok',
    data: { ...ann, ...(body as object) },
  }))
  await user.clear(name)
  await user.type(name, 'Anna')
  await user.click(screen.getAllByRole('button', { name: 'Save' })[0]!)
  await waitFor(() => expect(desk.team.me.value?.name).toBe('Anna'))
  // An address that was not changed is not judged, such as the one of a new installation.
  expect(server.bodies('PUT /user/profile')).toEqual([{ name: 'Anna' }])
  expect(screen.getByRole('textbox', { name: 'Account name' })).toHaveProperty('value', 'Shop')
})

test('an email address cannot be removed, and the field says so instead of keeping it silently', async () => {
  const { server, user, desk } = await settings('profile', { ...ann, email: 'ann@example.org' })
  const [email, name] = [
    await screen.findByRole('textbox', { name: 'Email' }),
    screen.getByRole('textbox', { name: 'Name' }),
  ]
  server.on('PUT /user/profile', ({ body }: { body: unknown }) => ({
    message: 'ok',
    data: { ...ann, email: 'ann@example.org', ...(body as object) },
  }))
  await user.type(name, 'a')
  await user.clear(email)
  await user.click(screen.getAllByRole('button', { name: 'Save' })[0]!)
  await screen.findByText(/it can be changed but not removed/)
  expect([email.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', email])
  expect([name, email].map((field) => (field as HTMLInputElement).value)).toEqual(['Anna', ''])
  expect(desk.toasts.shown.value).toEqual([])
  expect(server.bodies('PUT /user/profile')).toEqual([])

  await user.type(email, 'anna@example.org')
  await user.click(screen.getAllByRole('button', { name: 'Save' })[0]!)
  await waitFor(() => expect(desk.team.me.value?.email).toBe('anna@example.org'))
  expect(screen.queryByText(/it can be changed but not removed/)).toBeNull()
})

test('why a removed address could not be brought back is said once, in the words of the server', async () => {
  const { server, desk } = fakeDesk()
  const address = 'nas.local:80'
  const entry = { address, source: 'operator', user_id: 1, account: 'Ada' }
  const network = { policy: 'desktop', can_change: true, allowed: [entry], blocked: [] }
  server.on('GET /user/network', network)
  const { user } = draw(<Network desk={desk} />)
  server.on('DELETE /user/network/allowed/nas.local%3A80', { ...network, allowed: [] })
  server.on('POST /user/network/allowed', () => invalid({ address: ['The port is closed.'] }))
  await user.click(await screen.findByRole('button', { name: `Remove ${address}` }))
  await waitFor(() => expect(desk.toasts.canUndo()).toBe(true))
  desk.toasts.undoLatest()
  await waitFor(() =>
    expect(desk.toasts.shown.value.map(({ text }) => text)).toEqual([
      'The given data was invalid.',
    ]),
  )
})

const unconfirmed = { ...ann, email: 'ann@example.org', confirmed_email: 'ann@example.com' }

test('an address that is not confirmed says so, where emails go until then, and what became of another email', async () => {
  const { server, user } = await settings('profile', unconfirmed)
  await screen.findByText('Not confirmed')
  screen.getByText(
    'Until you open the link that is sent to ann@example.org, emails about visitors go to ann@example.com.',
  )
  expect(screen.queryByRole('dialog')).toBeNull()
  server.on('POST /user/profile/email-confirmations', {
    ok: false,
    message: 'No mail server is set up, so nothing can be sent.',
  })
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  await screen.findByText('No mail server is set up, so nothing can be sent.')
  server.on('POST /user/profile/email-confirmations', () => {
    throw new TypeError('Failed to fetch')
  })
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(screen.queryByText(/No mail server/)).toBeNull())
})

test('no email is offered to the address of a new installation, which cannot receive any', async () => {
  await settings('profile', { ...ann, email: 'owner@localhost' })
  await screen.findByText('owner@localhost cannot receive emails. Enter an address of your own.')
  screen.getByText('Not confirmed')
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
})

test('the link of an email shows the address, which is confirmed by pressing the button', async () => {
  const { server, user, desk } = await settings('profile', unconfirmed, '#confirm=once')
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm this address?' }))
  expect(location.hash).toBe('')
  dialog.getByText('ann@example.org')
  server.on('POST /user/profile/email-confirmations/open', () =>
    Response.json({ message: 'The link has expired. Send another one.' }, { status: 409 }),
  )
  await user.click(dialog.getByRole('button', { name: 'Confirm address' }))
  await dialog.findByText('The link has expired. Send another one.')
  server.on('POST /user/profile/email-confirmations/open', {
    message: 'ok',
    data: { ...unconfirmed, confirmed_email: 'ann@example.org' },
  })
  await user.click(dialog.getByRole('button', { name: 'Confirm address' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.bodies('POST /user/profile/email-confirmations/open').at(-1)).toEqual({
    token: 'once',
  })
  expect(desk.team.me.value?.confirmed_email).toBe('ann@example.org')
  screen.getByText('Address confirmed')
})

test('limits are shown in words and units, and unknown ones by name', async () => {
  const { server, desk } = fakeDesk()
  server.on('GET /user/limits', {
    limits: [
      { name: 'uploadBytes', value: 20_971_520, unit: 'bytes' },
      { name: 'brandNew', value: 3, unit: 'count' },
    ],
    rates: [{ name: 'visitorMessages', max: 10, unit: 'count', window_ms: 60_000 }],
  })
  draw(<Settings desk={desk} params={{ part: 'limits' }} />)
  await screen.findByText('20 MB')
  screen.getByText('brandNew')
  screen.getByText('10 in 1 minute')
})

test('facts that fail to load say so, and can be reloaded', async () => {
  const { server, desk } = fakeDesk()
  const { user } = draw(<Settings desk={desk} params={{ part: 'data' }} />)
  await screen.findByText('Couldn’t load data details')
  server.on('GET /user/data', {
    counts: { conversations: 1200, calls: 0, sms: 0, assistants: 1 },
    database: { bytes: 4096, folder: '/data', search: { waiting: 3, behind_ms: 200 } },
  })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('1,200')
  screen.getByText('/data')
  screen.getByText('Up to date')
})

test('a search index that lags shows by how much', async () => {
  const { server, desk } = fakeDesk()
  server.on('GET /user/data', {
    counts: { conversations: 1, calls: 0, sms: 0, assistants: 1 },
    database: { bytes: 4096, folder: '/data', search: { waiting: 1200, behind_ms: 7400 } },
  })
  draw(<Settings desk={desk} params={{ part: 'data' }} />)
  await screen.findByText('7 s behind, texts waiting: 1,200')
})

test('settings pages are found by their subject', async () => {
  const { user } = await settings('appearance')
  const parts = within(screen.getByRole('navigation', { name: 'Settings' }))
  await user.type(parts.getByRole('searchbox'), 'dark')
  expect(parts.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/app/settings/appearance',
  ])
})

test('a browser that blocks notifications is explained, and nothing is turned on', async () => {
  vi.stubGlobal('Notification', { permission: 'denied', requestPermission: async () => 'denied' })
  try {
    const { user, desk } = await settings('notifications')
    const toggle = screen.getByRole('switch', { name: 'Desktop notifications' })
    await user.click(toggle)
    screen.getByText(/Notifications are blocked/)
    expect(desk.preferences.notifications.value).toBe(false)
  } finally {
    vi.unstubAllGlobals()
  }
})

test('shortcuts can be turned off, and are shown as they are', async () => {
  const { desk } = fakeDesk()
  desk.preferences.keys.value = { 'inbox.next': 'z' }
  const { user } = draw(<ShortcutsDialog desk={desk} onClose={() => undefined} />)
  const line = screen.getByText('Next conversation').parentElement!
  expect(line.querySelector('kbd')?.textContent).toBe('Z')
  await user.click(screen.getByLabelText('Single-key shortcuts'))
  expect(desk.preferences.shortcuts.value).toBe(false)
})

test('the licences are those of the shipped dependencies', () => {
  const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))
  const shipped = Object.keys(read('package.json').dependencies)
    .sort()
    .map((name) => [name, read(`node_modules/${name}/package.json`).license])
  expect(LICENCES).toEqual(shipped)
})
