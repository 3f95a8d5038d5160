import { screen, waitFor } from '@testing-library/preact'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { DesktopApi, QuickReply } from '../../electron/desktop-api.ts'
import { connectDesktop } from '../../renderer/app/desktop/desktop-wires.ts'
import { quickReply } from '../../renderer/app/desktop/quick-reply.ts'
import { readOutbox } from '../../renderer/app/inbox/outbox.ts'
import { createSessionModel } from '../../renderer/app/session/model.ts'
import { pageSignInSource } from '../../renderer/app/session/sign-in-source.ts'
import { DesktopCard, Diagnostics } from '../../renderer/screens/settings/desktop-card.tsx'
import { fakeWorkspaces } from './fake-workspaces.ts'
import { draw, fakeDesk } from './render.tsx'
import { ADA, EVERYTHING, inboxItem, message } from './support.ts'

/** A desktop app that records its calls and emits what the test wants. */
function fakeDesktop() {
  const listeners: Record<string, (content: never) => void> = {}
  const listen = (name: string) => (listener: (content: never) => void) => {
    listeners[name] = listener
    return () => void delete listeners[name]
  }
  const desktop = {
    signInSecret: async () => 's',
    notify: async () => undefined,
    version: async () => '1.0.0',
    showAttention: vi.fn(async () => undefined),
    loginItem: vi.fn<DesktopApi['loginItem']>(async () => 'off'),
    setLoginItem: vi.fn<DesktopApi['setLoginItem']>(async (isOn) => (isOn ? 'on' : 'off')),
    diagnostics: vi.fn(async () => 'Parley: 1.0.0'),
    updates: vi.fn<DesktopApi['updates']>(async () => ({ step: 'off' })),
    lookForUpdates: vi.fn(async () => undefined),
    installUpdate: vi.fn(async () => undefined),
    onUpdates: listen('updates'),
    openSession: async () => false,
    showSite: async () => ({ fault: 'unavailable' as const }),
    workspaces: fakeWorkspaces(listen('workspaces')).api,
    onServerState: listen('state'),
    onGo: listen('go'),
    onQuickReply: listen('reply'),
    onAwake: listen('awake'),
  } satisfies DesktopApi
  const say = (name: string, content: unknown) => listeners[name]!(content as never)
  return { desktop, say, listeners }
}

async function connected() {
  const { server, desk } = fakeDesk()
  const { desktop, say, listeners } = fakeDesktop()
  server.on('GET /user/operators', { data: [] })
  server.on('GET /session', {
    account: { name: 'Shop', email: 'shop@example.com', total_balance: 0, ...EVERYTHING },
  })
  server.on('GET /user/inbox', {
    data: [inboxItem({ unread: 2, ai_enabled: false })],
    before: null,
    cursor: 1,
  })
  server.on('GET /user/inbox/counts', { views: {}, unread: 1, cursor: 1 })
  const end = connectDesktop(desk, desktop)
  await desk.session.start()
  return { server, desk, desktop, say, end, listeners }
}

test('the unread count is shown outside the window, unless the operator turns that off', async () => {
  const { desk, desktop } = await connected()
  const last = () => desktop.showAttention.mock.lastCall as unknown
  await waitFor(() => expect(last()).toEqual([{ unread: 1, status: 'available' }]))
  desk.preferences.status.value = 'away'
  expect(last()).toEqual([{ unread: 1, status: 'away' }])
  desk.preferences.badge.value = false
  expect(last()).toEqual([{ unread: 0, status: 'away' }])
  desk.preferences.badge.value = true
  desk.session.leave()
  expect(last()).toEqual([{ unread: 0, status: 'away' }])
})

test('a requested place is opened, and waking up checks that the stream is alive', async () => {
  const { desk, say, end, listeners } = await connected()
  const check = vi.spyOn(desk.live, 'check')
  say('go', `/app/inbox/${ADA}`)
  expect(desk.address.path.value).toBe(`/app/inbox/${ADA}`)
  say('state', 'restarting')
  expect(check).not.toHaveBeenCalled()
  say('state', 'running')
  expect(check).toHaveBeenCalledTimes(1)
  end()
  expect(listeners).toEqual({})
})

test('in an app version without workspaces, everything else works', async () => {
  const { server, desk } = fakeDesk()
  const { workspaces: _, openSession: __, ...older } = fakeDesktop().desktop
  server.on('GET /session', { account: null })
  connectDesktop(desk, older as unknown as DesktopApi)
  Object.assign(window, { desktop: { ...older, signInSecret: () => Promise.reject(new Error()) } })
  onTestFinished(() => void Reflect.deleteProperty(window, 'desktop'))
  const session = createSessionModel(desk.api, pageSignInSource())
  await session.start()
  expect([session.status.value, desk.workspaces.value]).toEqual(['signed-out', undefined])
})

const reply: QuickReply = { conversation: ADA, text: 'At once!' }
const path = `/user/conversations/${ADA}`

function answering(changes: object) {
  const { server, desk } = fakeDesk()
  server.on(`GET ${path}`, { ...inboxItem(), messages: [], ...changes })
  server.on(`PUT ${path}/dial`, { message: 'ok', data: {} })
  server.on(`POST ${path}/messages`, { message: 'ok', data: message(3) })
  return { server, desk }
}

test('a quick reply takes over from the assistant and is sent once', async () => {
  const { server, desk } = answering({ ai_mode: 'auto', ai_epoch: 4 })
  await quickReply(desk, reply)
  expect(server.bodies(`PUT ${path}/dial`)).toEqual([{ mode: 'human', epoch: 4 }])
  expect(server.bodies(`POST ${path}/messages`)).toEqual([
    { client_id: expect.stringMatching(/^[\w-]{36}$/), content: 'At once!' },
  ])
  expect(readOutbox(desk.storage, ADA)).toEqual([])
  expect(desk.toasts.shown.value).toEqual([])
})

test('when an operator has already taken over, the dial is not turned', async () => {
  const { server, desk } = answering({ ai_mode: 'human' })
  await quickReply(desk, reply)
  expect(server.bodies(`PUT ${path}/dial`)).toEqual([])
  expect(server.bodies(`POST ${path}/messages`)).toHaveLength(1)
})

test('a failed quick reply is reported, kept in its conversation, and can be opened', async () => {
  const { server, desk } = answering({ ai_mode: 'human' })
  server.on(`POST ${path}/messages`, () =>
    Response.json({ message: 'Storage full.' }, { status: 507 }),
  )
  await quickReply(desk, reply)
  expect(readOutbox(desk.storage, ADA)).toMatchObject([{ content: 'At once!', state: 'not-sent' }])
  const [toast] = desk.toasts.shown.value
  expect(toast?.text).toContain('wasn’t sent')
  toast!.action!.onSelect()
  expect(desk.address.path.value).toBe(`/app/inbox/${ADA}`)
})

test('starting at login is off until requested', async () => {
  const { desktop } = fakeDesktop()
  const { user } = draw(<DesktopCard desktop={desktop} />)
  const toggle = await screen.findByRole('switch', { name: /Start Parley when/ })
  await waitFor(() => expect(toggle).toHaveProperty('disabled', false))
  expect(desktop.setLoginItem).not.toHaveBeenCalled()
  await user.click(toggle)
  expect(desktop.setLoginItem.mock.calls).toEqual([[true]])
})

test('diagnostics are shown before being copied, and exactly that text is copied', async () => {
  const { desktop } = fakeDesktop()
  const { user } = draw(<Diagnostics desktop={desktop} />)
  expect(screen.queryByRole('button', { name: /Copy/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show diagnostics' }))
  await screen.findByText('Parley: 1.0.0')
  await user.click(screen.getByRole('button', { name: /Copy/ }))
  expect(await navigator.clipboard.readText()).toBe('Parley: 1.0.0')
  expect(desktop.diagnostics).toHaveBeenCalledOnce()
})
