import { screen, waitFor, within } from '@testing-library/preact'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { DesktopApi } from '../../electron/desktop-api.ts'
import { createSessionModel } from '../../renderer/app/session/model.ts'
import { t } from '../../renderer/locales/translate.ts'
import { createLocal } from '../../renderer/screens/palette/local.ts'
import { listedParts } from '../../renderer/screens/settings/parts.ts'
import { Workspaces } from '../../renderer/screens/settings/workspaces/workspaces.tsx'
import { WorkspaceSwitcher } from '../../renderer/shell/workspace-switcher.tsx'
import { fakeWorkspaces, SHOP } from './fake-workspaces.ts'
import { draw, fakeDesk } from './render.tsx'
import { EVERYTHING } from './support.ts'

/** A desk in the window of a desktop app. */
function inDesktop(state: Parameters<typeof fakeWorkspaces>[1] = {}) {
  const { server, desk } = fakeDesk()
  const { api, names } = fakeWorkspaces(() => () => undefined, state)
  Object.assign(window, { desktop: { workspaces: api } as Partial<DesktopApi> })
  onTestFinished(() => void Reflect.deleteProperty(window, 'desktop'))
  desk.workspaces.value = names()
  return { server, desk, api, names, state }
}

const field = (name: string | RegExp) => screen.getByLabelText(name)
const address = () => field('Address') as HTMLInputElement
const key = () => field('API key') as HTMLInputElement
const connect = () => screen.getByRole('button', { name: 'Connect' })

test('the input is sent as typed, and the form is cleared once the workspace is added', async () => {
  const { desk, api } = inDesktop()
  const { user } = draw(<Workspaces desk={desk} />)
  await user.type(address(), 'chat.example.com')
  await user.type(key(), '1|secret')
  await user.type(field(/^Name/), 'Shop')
  await user.click(connect())
  await waitFor(() => expect(address().value).toBe(''))
  expect(api.add.mock.calls).toEqual([
    [{ address: 'chat.example.com', key: '1|secret', name: 'Shop' }],
  ])
  expect(key().value).toBe('')
  expect(desk.toasts.shown.value.map(({ text }) => text)).toEqual(['Shop added.'])
})

test.each([
  ['bad-address', 'Address'],
  ['not-secure', 'Address'],
  ['no-answer', 'Address'],
  ['not-parley', 'Address'],
  ['certificate', 'Address'],
  ['already-there', 'Address'],
  ['key-refused', 'API key'],
] as const)('%s is reported beside the field %s, and the input stays', async (fault, name) => {
  const { desk } = inDesktop({ outcome: { fault } })
  const { user } = draw(<Workspaces desk={desk} />)
  await user.type(address(), 'https://chat.example.com')
  await user.type(key(), '1|secret')
  await user.click(connect())
  await screen.findByText(t(`workspaces.faults.${fault}`))
  const wrong = field(name)
  expect(wrong.getAttribute('aria-invalid')).toBe('true')
  expect(wrong.getAttribute('aria-describedby')).toContain('-error')
  await waitFor(() => expect(document.activeElement).toBe(wrong))
  expect([address().value, key().value]).toEqual(['https://chat.example.com', '1|secret'])
  await user.type(wrong, 'x')
  expect(screen.queryByText(t(`workspaces.faults.${fault}`))).toBeNull()
})

test('a full disk concerns no field, and an empty form sends nothing', async () => {
  const { desk, api, state } = inDesktop({ outcome: { fault: 'not-kept' } })
  const { user } = draw(<Workspaces desk={desk} />)
  await user.click(connect())
  await screen.findByText(t('workspaces.faults.no-key'))
  expect(api.add).not.toHaveBeenCalled()
  await user.type(address(), 'a')
  await user.type(key(), 'b')
  await user.click(connect())
  await screen.findByText(t('workspaces.faults.not-kept'))
  expect(state.outcome).toEqual({ fault: 'not-kept' })
})

test('without a keyring the form says that keys are not stored', async () => {
  const { desk } = inDesktop({ keepsKeys: false, known: [{ ...SHOP, key: 'none' }] })
  draw(<Workspaces desk={desk} />)
  await screen.findByText(t('workspaces.noKeyring'))
  await screen.findByText('Asks for the key')
})

test('a workspace is opened, renamed, given another key, and removed only after confirmation', async () => {
  const { desk, api, state } = inDesktop({ known: [SHOP] })
  const { user } = draw(<Workspaces desk={desk} />)
  await user.click(await screen.findByRole('button', { name: 'Open Shop' }))
  expect(api.show.mock.calls).toEqual([[SHOP.id]])

  const more = () => user.click(screen.getByRole('button', { name: 'Actions for Shop' }))
  const choose = async (name: string) => {
    await more()
    await user.click(screen.getByRole('menuitem', { name }))
    return within(await screen.findByRole('dialog'))
  }
  let dialog = await choose('Rename…')
  await user.clear(dialog.getByLabelText('Name'))
  await user.type(dialog.getByLabelText('Name'), 'Our shop')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(api.rename.mock.calls).toEqual([[SHOP.id, 'Our shop']]))

  state.outcome = { fault: 'key-refused' }
  dialog = await choose('Replace key…')
  await user.type(dialog.getByLabelText('API key'), '2|wrong{Enter}')
  await dialog.findByText(t('workspaces.faults.key-refused'))
  expect((dialog.getByLabelText('API key') as HTMLInputElement).value).toBe('2|wrong')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))

  dialog = await choose('Remove…')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(api.remove).not.toHaveBeenCalled()
  dialog = await choose('Remove…')
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(api.remove.mock.calls).toEqual([[SHOP.id]]))
})

test('a page of a remote workspace offers the way home and nothing to change', async () => {
  const { desk, api } = inDesktop({ shown: SHOP.id, known: [SHOP] })
  const { user } = draw(<Workspaces desk={desk} />)
  expect(screen.queryByLabelText('Address')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Go to this computer’s workspaces' }))
  expect(api.offer).toHaveBeenCalledOnce()
})

test('the switcher names the current workspace and works by keyboard alone', async () => {
  const { desk, api } = inDesktop({ shown: SHOP.id, known: [SHOP] })
  const { user } = draw(<WorkspaceSwitcher desk={desk} />)
  await user.tab()
  expect(document.activeElement).toBe(
    screen.getByRole('button', { name: 'Workspace: Shop. Switch' }),
  )
  await user.keyboard('{ArrowDown}')
  const items = screen.getAllByRole(/^menuitem/)
  expect(items.map((item) => [item.textContent, item.getAttribute('aria-checked')])).toEqual([
    ['This computer', 'false'],
    ['Shop', 'true'],
    ['Add workspace…', null],
  ])
  await user.keyboard('{Enter}')
  expect(api.show.mock.calls).toEqual([['local']])
})

test('with a single workspace there is no switcher', () => {
  const { desk } = inDesktop()
  draw(<WorkspaceSwitcher desk={desk} />)
  expect(screen.queryByRole('button')).toBeNull()
})

test('the palette switches workspaces in the desktop app, and has none in a browser', () => {
  const labels = (desk: Parameters<typeof createLocal>[0]) =>
    createLocal(desk)(false).flatMap(({ entries }) => entries.map(({ label }) => label))
  expect(labels(fakeDesk().desk).filter((label) => /workspace/i.test(label))).toEqual([])
  expect(listedParts(() => true)).not.toContain('workspaces')
  const { desk, api } = inDesktop({ known: [SHOP] })
  expect(labels(desk).filter((label) => /workspace/i.test(label))).toEqual([
    'Workspace: Shop',
    'Add workspace…',
    'Workspaces',
  ])
  const entries = createLocal(desk)(false).flatMap(({ entries: all }) => all)
  entries.find(({ label }) => label === 'Workspace: Shop')?.run?.()
  expect(api.show.mock.calls).toEqual([[SHOP.id]])
})

test('in the desktop app, a page of a remote workspace is signed in without seeing a secret', async () => {
  const { server, desk } = fakeDesk()
  let isIn = false
  server.on('GET /session', () =>
    Response.json({
      account: isIn
        ? { name: 'Shop', email: 'shop@example.com', total_balance: 0, ...EVERYTHING }
        : null,
    }),
  )
  const refuse = vi.fn(async () => {
    throw new Error('session:secret is not for this page')
  })
  const session = createSessionModel(desk.api, {
    takeLinkSecret: () => undefined,
    desktopSecret: refuse,
    desktopSession: async () => (isIn = true),
  })
  await session.start()
  expect([session.status.value, server.bodies('POST /session')]).toEqual(['signed-in', []])

  isIn = false
  const shut = createSessionModel(desk.api, {
    takeLinkSecret: () => undefined,
    desktopSecret: refuse,
    desktopSession: async () => false,
  })
  await shut.start()
  expect(shut.status.value).toBe('signed-out')
})
