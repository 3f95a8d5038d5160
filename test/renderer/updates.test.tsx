import { act, screen, waitFor } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import type { DesktopApi, Updates } from '../../electron/desktop-api.ts'
import { noticeUpdates } from '../../renderer/app/desktop/update-notice.ts'
import { UpdatesCard } from '../../renderer/screens/settings/updates-card.tsx'
import { PlaceLink } from '../../renderer/shell/navigation.tsx'
import { SETTINGS } from '../../renderer/shell/places.ts'
import { draw, fakeDesk } from './render.tsx'

const news = {
  version: '2.0.0',
  notes: '- **Faster.** See [more](https://example.com/a).\n- <img src=x onerror=alert(1)>',
  place: 'https://example.com/parley/Parley-2.0.0.tar.gz',
}
const ready: Updates = { step: 'ready', lookedAt: Date.UTC(2026, 0, 2), news, atQuit: true }

/** The part of a desktop app that concerns updates. */
function fakeDesktop(first: Updates) {
  const listeners = new Set<(updates: Updates) => void>()
  const desktop = {
    updates: async () => first,
    lookForUpdates: vi.fn(async () => undefined),
    installUpdate: vi.fn(async () => undefined),
    onUpdates(listener: (updates: Updates) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return {
    desktop: desktop as typeof desktop & DesktopApi,
    listeners,
    say: (updates: Updates) =>
      act(() => {
        for (const handleEvent of listeners) handleEvent(updates)
      }),
  }
}

const button = (name: string | RegExp) => screen.queryByRole('button', { name })

test('without a feed the card says so, and offers nothing', async () => {
  draw(<UpdatesCard desktop={fakeDesktop({ step: 'off' }).desktop} />)
  await screen.findByText(/doesn’t check for updates/)
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('a check is started and followed up to the restart', async () => {
  const { desktop, say, listeners } = fakeDesktop({ step: 'waiting' })
  const { user, unmount } = draw(<UpdatesCard desktop={desktop} />)
  await screen.findByText(/No check for updates yet/)
  await user.click(button('Check now')!)
  expect(desktop.lookForUpdates).toHaveBeenCalledOnce()
  await say({ step: 'looking' })
  expect(button('Check now')?.getAttribute('aria-busy')).toBe('true')
  await say({ step: 'downloading', news, progress: 0.42 })
  const bar = screen.getByRole('progressbar', { name: 'Downloading Parley 2.0.0' })
  expect(bar).toHaveProperty('value', 0.42)
  expect(button('Restart and install')).toBeNull()
  await say(ready)
  screen.getByText('Parley 2.0.0 is ready to install.')
  screen.getByText(/installed when you quit/)
  await user.click(button('Restart and install')!)
  expect(desktop.installUpdate).toHaveBeenCalledOnce()
  await say({ ...ready, step: 'installing' })
  screen.getByText(/finishing up/)
  expect(button('Restart and install')).toBeNull()
  expect(button('Check now')).toHaveProperty('disabled', true)
  unmount()
  await waitFor(() => expect(listeners.size).toBe(0))
})

test('release notes are text with bold and links, and HTML in them is never interpreted', async () => {
  const { container } = draw(<UpdatesCard desktop={fakeDesktop(ready).desktop} />)
  await screen.findByText('What’s new in 2.0.0')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Faster. See more (example.com).',
    '<img src=x onerror=alert(1)>',
  ])
  expect(container.querySelector('img')).toBeNull()
  expect(screen.getByRole('link', { name: 'more (example.com)' }).getAttribute('target')).toBe(
    '_blank',
  )
})

test('when a password will be asked for, the card says so first', async () => {
  draw(<UpdatesCard desktop={fakeDesktop({ ...ready, atQuit: false }).desktop} />)
  await screen.findByText(/ask for your password/)
  expect(screen.queryByText(/installed when you quit/)).toBeNull()
})

test('a Parley that cannot replace itself says where to get the new version', async () => {
  draw(<UpdatesCard desktop={fakeDesktop({ ...ready, step: 'found' }).desktop} />)
  const link = await screen.findByRole('link', { name: 'Download Parley 2.0.0' })
  expect(link.getAttribute('href')).toBe(news.place)
  expect(button('Restart and install')).toBeNull()
})

test.each([
  ['unreachable', /Couldn’t reach the update server/],
  ['unsigned', /isn’t signed/],
  ['outdated', /older than it should be/],
  ['unusable', /can’t be read by this version/],
  ['damaged', /doesn’t match its signature/],
  ['not_installed', /wasn’t installed/],
] as const)('a failure is explained in words: %s', async (problem, words) => {
  draw(<UpdatesCard desktop={fakeDesktop({ step: 'failed', problem }).desktop} />)
  await screen.findByText(words)
  expect(button('Check now')).not.toBeNull()
})

test('each version is announced once when ready, with its notes and the restart', async () => {
  const { desk } = fakeDesk()
  const { desktop, say, listeners } = fakeDesktop({ step: 'waiting' })
  const end = noticeUpdates(desk, desktop)
  await say({ step: 'downloading', news, progress: 0.5 })
  await say({ step: 'failed', problem: 'unreachable' })
  expect(desk.toasts.shown.value).toEqual([])
  await say(ready)
  await say(ready)
  expect(desk.toasts.shown.value.map(({ text, stay }) => [text, stay])).toEqual([
    ['Parley 2.0.0 is ready to install.', undefined],
  ])
  const [toast] = desk.toasts.shown.value
  toast!.otherAction!.onSelect()
  expect(desktop.installUpdate).toHaveBeenCalledOnce()
  toast!.action!.onSelect()
  expect(desk.address.path.value).toBe('/app/settings/about')
  // No notice is needed while the card is on screen.
  await say({ ...ready, news: { ...news, version: '2.0.1' } })
  expect(desk.toasts.shown.value).toHaveLength(1)
  // A mark at the settings remains until the update is installed.
  expect(desk.updateReady.value).toBe('2.0.1')
  await say({ ...ready, step: 'installing' })
  expect(desk.updateReady.value).toBeUndefined()
  end()
  expect(listeners.size).toBe(0)
})

test('L19 an outdated feed is reported once, with the way to the card', async () => {
  history.replaceState(null, '', '/app/inbox')
  const { desk } = fakeDesk()
  const { desktop, say } = fakeDesktop({ step: 'waiting' })
  noticeUpdates(desk, desktop)
  await say({ step: 'failed', problem: 'outdated' })
  await say({ step: 'failed', problem: 'outdated' })
  const [toast, ...others] = desk.toasts.shown.value
  expect([toast!.text, others]).toEqual([expect.stringContaining('older than it should be'), []])
  toast!.action!.onSelect()
  expect(desk.address.path.value).toBe('/app/settings/about')
})

test('the settings link shows that a version is ready', async () => {
  const { desk } = fakeDesk()
  draw(<PlaceLink desk={desk} place={SETTINGS} path="/app/home" />)
  screen.getByRole('link', { name: 'Settings' })
  act(() => {
    desk.updateReady.value = '2.0.0'
  })
  screen.getByRole('link', { name: /Settings.*, Parley 2\.0\.0 is ready to install\./ })
})
