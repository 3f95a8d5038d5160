import { screen, waitFor, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import type { AccountUsage } from '#contracts/usage.ts'
import { Settings } from '../../renderer/screens/settings/settings.tsx'
import { draw, fakeDesk } from './render.tsx'
import { EVERYTHING, invalid } from './support.ts'

const account = (id: number, name: string, changes: Partial<AccountUsage> = {}): AccountUsage => ({
  id,
  name,
  email: `${name.toLowerCase()}@example.com`,
  is_owner: id === 1,
  created_at: '2026-11-21T09:00:00.000000Z',
  balance: 12.5,
  spent: { llm: 1.25, sms: 0.5, messenger: 0, call: 0, number: 0 },
  text_numbers: [],
  allowed_addresses: [],
  assistants: 1,
  conversations: 1200,
  contacts: 2,
  stored_bytes: { attachments: 1024 * 1024, recordings: 0, documents: 512 * 1024 },
  people: 2,
  api_keys: 1,
  notices: 0,
  last_activity_at: null,
  ...changes,
})

const BOB = account(2, 'Bob', {
  text_numbers: ['+14155552671'],
  allowed_addresses: [{ address: 'nas.local:80', source: 'operator' }],
  notices: 2,
})

async function accounts(...data: AccountUsage[]) {
  const { server, desk } = fakeDesk()
  server.on('GET /session', {
    account: { name: 'Shop', email: 'shop@example.com', total_balance: 0, ...EVERYTHING },
  })
  server.on('GET /user/inbox', { data: [], before: null, cursor: 1 })
  server.on('GET /user/operators', { data: [] })
  server.on('GET /user/users/usage', { month: '2026-11', data })
  await desk.session.start()
  const params = { part: 'accounts' }
  return {
    server,
    desk,
    ...draw(<Settings desk={desk} params={params} />, '/app/settings/accounts'),
  }
}

/** The card of an account, by its name. */
async function cardOf(name: string) {
  const title = await screen.findByRole('heading', { name })
  return within(title.closest<HTMLElement>('.card')!)
}

test('an account’s usage is shown in words and units', async () => {
  await accounts(account(1, 'Shop'), BOB)
  const card = await cardOf('Bob')
  for (const words of [
    '$12.50',
    'Spent in November',
    '$1.75',
    'Models $1.25',
    'Text messages $0.50',
    '1,200 conversations',
    '1.5 MB',
    'Attachments 1 MB',
    '2 people',
    '1 API key',
    '2 open notices',
    '+14155552671',
    'nas.local:80',
    'Never',
  ])
    card.getByText(words)
  expect((await cardOf('Shop')).getByText('Your account')).toBeTruthy()
})

test('with a single account, the page explains what a second one is for', async () => {
  await accounts(account(1, 'Shop'))
  await screen.findByText('One account so far: yours')
  screen.getByRole('button', { name: 'Create account' })
})

test('a rejected amount stays in the field with its error; a valid one is added to that account', async () => {
  const { server, user } = await accounts(account(1, 'Shop'), BOB)
  await user.click(await screen.findByRole('button', { name: 'Top up Bob' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Top up Bob' }))
  const amount = dialog.getByRole('textbox', { name: 'Amount' })
  server.on('POST /user/ledger', () => invalid({ amount: ['The amount is too large.'] }))
  await user.type(amount, '5000000')
  await user.click(dialog.getByRole('button', { name: 'Top up' }))
  await dialog.findByText('The amount is too large.')
  expect(amount).toHaveProperty('value', '5000000')
  server.on('POST /user/ledger', { message: 'ok', data: { amount: 5 } })
  await user.clear(amount)
  await user.type(amount, '5')
  server.on('GET /user/users/usage', {
    month: '2026-11',
    data: [account(1, 'Shop'), { ...BOB, balance: 17.5 }],
  })
  await user.click(dialog.getByRole('button', { name: 'Top up' }))
  await (await cardOf('Bob')).findByText('$17.50')
  expect(server.bodies('POST /user/ledger').at(-1)).toEqual({ amount: 5, note: null, user_id: 2 })
})

test('a number or an address is assigned to the account whose menu was used', async () => {
  const { server, user } = await accounts(account(1, 'Shop'), BOB)
  const choose = async (item: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions for Bob' }))
    await user.click(screen.getByRole('menuitem', { name: item }))
    return within(screen.getByRole('dialog'))
  }
  let dialog = await choose('Add text-capable number')
  server.on('POST /user/phone-numbers', () => invalid({ phone_number: ['Not a number.'] }))
  await user.type(dialog.getByRole('textbox', { name: 'Number' }), '+1415')
  await user.click(dialog.getByRole('button', { name: 'Add number' }))
  await dialog.findByText('Not a number.')
  expect(dialog.getByRole('textbox', { name: 'Number' })).toHaveProperty('value', '+1415')
  server.on('POST /user/phone-numbers', { message: 'ok', data: {} })
  await user.click(dialog.getByRole('button', { name: 'Add number' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.bodies('POST /user/phone-numbers').at(-1)).toEqual({
    phone_number: '+1415',
    type: 'normal',
    sms_capable: true,
    account_id: 2,
  })
  dialog = await choose('Allow private address')
  server.on('POST /user/network/allowed', {})
  await user.type(dialog.getByRole('textbox', { name: 'Address' }), '10.0.0.5:80')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.bodies('POST /user/network/allowed')).toEqual([
    { address: '10.0.0.5:80', user_id: 2 },
  ])
})

test('removing an address from the list can be undone', async () => {
  const { server, user, desk } = await accounts(account(1, 'Shop'), BOB)
  server.on('DELETE /user/network/allowed/nas.local%3A80', {})
  server.on('POST /user/network/allowed', {})
  await user.click(await screen.findByRole('button', { name: 'Remove nas.local:80 for Bob' }))
  await waitFor(() => expect(desk.toasts.shown.value).toHaveLength(1))
  expect(server.calls.find(({ call }) => call.startsWith('DELETE'))?.query).toEqual({
    user_id: '2',
  })
  await desk.toasts.shown.value[0]!.action!.onSelect()
  await waitFor(() =>
    expect(server.bodies('POST /user/network/allowed')).toEqual([
      { address: 'nas.local:80', user_id: 2 },
    ]),
  )
})

test('a new account’s link and key are shown once', async () => {
  const { server, user } = await accounts(account(1, 'Shop'))
  await user.click(await screen.findByRole('button', { name: 'Create account' }))
  const dialog = within(screen.getByRole('dialog'))
  server.on('POST /user/users', () => invalid({ email: ['The email is taken.'] }))
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Bob')
  await user.click(dialog.getByRole('button', { name: 'Create account' }))
  await dialog.findByText('The email is taken.')
  server.on('POST /user/users', {
    message: 'ok',
    user: { id: 2, name: 'Bob', email: 'bob@example.com' },
    api_key: { id: 9, name: 'First key', token: '9|secret' },
    sign_in: {
      url: 'http://parley.test/app/#signin=once',
      expires_at: '2026-11-21T10:00:00.000000Z',
    },
  })
  await user.click(dialog.getByRole('button', { name: 'Create account' }))
  await screen.findByText(/#signin=once/)
  screen.getByText('9|secret')
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText(/#signin=once|9\|secret/)).toBeNull()
})

test('a non-owner is told so; data that failed to load can be reloaded', async () => {
  const { server, desk } = fakeDesk()
  const show = () => draw(<Settings desk={desk} params={{ part: 'accounts' }} />)
  server.on('GET /user/users/usage', () => Response.json({ message: 'No.' }, { status: 403 }))
  const { unmount } = show()
  await screen.findByText('Only the owner of this Parley can see its accounts.')
  unmount()
  server.off('GET /user/users/usage')
  const { user } = show()
  await screen.findByText('Couldn’t load accounts')
  server.on('GET /user/users/usage', { month: '2026-11', data: [account(1, 'Shop')] })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await cardOf('Shop')
})
