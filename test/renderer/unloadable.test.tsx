import { screen } from '@testing-library/preact'
import { lazy, Route, Router } from 'preact-iso'
import { afterEach, expect, test, vi } from 'vitest'
import { loadScreen } from '../../renderer/shell/unloadable.tsx'
import { draw, fakeDesk } from './render.tsx'
import { settle } from './support.ts'

afterEach(() => {
  vi.restoreAllMocks()
  history.replaceState(null, '')
})

/** A desk with one screen that loads and one whose file is unavailable. */
function withFailingScreen() {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  const { server, desk } = fakeDesk()
  const Here = lazy(() => loadScreen(async () => () => <h1>Here</h1>))
  const Away = lazy(() => loadScreen(() => Promise.reject(new TypeError('Failed to fetch'))))
  const [here, away] = [
    () => <Here desk={desk} params={{}} />,
    () => <Away desk={desk} params={{}} />,
  ]
  const { user } = draw(
    <>
      <a href="/app/away">Away</a>
      <Router>
        <Route path="/app/here" component={here} />
        <Route path="/app/away" component={away} />
      </Router>
    </>,
    '/app/here',
  )
  const leave = async () => {
    await screen.findByRole('heading', { name: 'Here' })
    await user.click(screen.getByRole('link', { name: 'Away' }))
    await screen.findByText('Couldn’t load this screen')
  }
  return { server, reload, leave }
}

test('a screen that fails to load replaces the previous one and says so', async () => {
  const { leave, reload } = withFailingScreen()
  await leave()
  expect(screen.queryByRole('heading', { name: 'Here' })).toBeNull()
  screen.getByRole('button', { name: 'Reload page' })
  expect(reload).not.toHaveBeenCalled()
})

test('it reloads by itself when the network is back and the server responds', async () => {
  const { leave, reload, server } = withFailingScreen()
  await leave()
  server.on('GET /health', { status: 'ok', version: '1', degraded: [] })
  dispatchEvent(new Event('online'))
  await expect.poll(() => reload.mock.calls.length).toBe(1)
})

test('it reloads only once, so that a missing screen does not cause a reload loop', async () => {
  const { leave, reload, server } = withFailingScreen()
  server.on('GET /health', { status: 'ok', version: '1', degraded: [] })
  await leave()
  await expect.poll(() => reload.mock.calls.length).toBe(1)
  dispatchEvent(new Event('online'))
  await expect
    .poll(() => server.calls.filter(({ call }) => call === 'GET /health').length)
    .toBeGreaterThan(1)
  await settle()
  expect(reload).toHaveBeenCalledOnce()
})
