import { screen, waitFor } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import type { McpServer } from '#contracts/mcp-servers.ts'
import { createToasts } from '../../renderer/app/toasts.ts'
import { ClientDialog } from '../../renderer/screens/tools/mcp/client-dialog.tsx'
import { createMcpServersModel } from '../../renderer/screens/tools/mcp/list-model.ts'
import { ServerCard } from '../../renderer/screens/tools/mcp/server-card.tsx'
import { draw } from './render.tsx'
import { fakeLive, fakeServer } from './support.ts'

const opened = vi.fn()
beforeEach(() => {
  opened.mockReset()
  vi.stubGlobal('open', opened)
  return () => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})

const needed = {
  state: 'needed',
  host: 'auth.example.com',
  can_register: true,
  client_id: null,
  error: null,
} as const

const warehouse = (changes: Partial<McpServer> = {}): McpServer => ({
  id: 1,
  name: 'Warehouse',
  url: 'https://mcp.example.com/mcp',
  has_token: false,
  sign_in: needed,
  is_enabled: true,
  tools_off: [],
  tools_ask: [],
  tools: [],
  error: null,
  allowable_address: null,
  refreshed_at: null,
  created_at: '2026-11-27T02:00:00.000000Z',
  ...changes,
})

/** The card of a server, rendered again on every change. */
async function card(first: McpServer) {
  const server = fakeServer()
  const live = fakeLive()
  const model = createMcpServersModel(server.api, live)
  const onClient = vi.fn()
  const list = (next: McpServer) => server.on('GET /user/mcp-servers', { data: [next] })
  list(first)
  await model.load()
  const Card = () => (
    <ServerCard
      server={model.servers.value![0]!}
      model={model}
      toasts={createToasts()}
      onEdit={vi.fn()}
      onRemove={vi.fn()}
      onSignOut={vi.fn()}
      onClient={onClient}
    />
  )
  const drawn = draw(<Card />)
  return {
    ...drawn,
    server,
    model,
    onClient,
    /** The server as it is from now on, which the desk is told. */
    become(next: McpServer) {
      list(next)
      live.emit({ type: 'mcp_servers.changed', id: 1, data: {} })
    },
  }
}

const START = 'POST /user/mcp-servers/1/sign-in'
const signIn = () => screen.getByRole('button', { name: 'Sign in to auth.example.com' })
const waiting = () => screen.queryByText(/^Finish signing in/)

/** Response to a start whose page is open for ten minutes. */
const started = () => ({
  ok: true,
  message: 'The sign-in at auth.example.com can start.',
  authorization_url: 'https://auth.example.com/authorize',
  expires_at: new Date(Date.now() + 600_000).toISOString(),
  data: warehouse(),
})

test('a failed refresh is reported while a sign-in is needed; the missing sign-in itself is said once', async () => {
  const { user, server } = await card(warehouse())
  const refreshed = (message: string, data: McpServer) =>
    server.on('POST /user/mcp-servers/1/refresh', { ok: false, message, data })
  const message = 'mcp.example.com is a private address (10.0.0.7).'
  refreshed(message, warehouse({ error: message, allowable_address: '10.0.0.7' }))
  await user.click(screen.getByRole('button', { name: 'Connect' }))
  await screen.findByText(message, { exact: false })
  screen.getByRole('link', { name: 'Allow 10.0.0.7' })
  signIn()
  refreshed('Sign in to auth.example.com to use this server.', warehouse())
  await user.click(screen.getByRole('button', { name: 'Connect' }))
  await waitFor(() => expect(screen.getAllByText(/sign in/i)).toHaveLength(2))
  screen.getByText('This server asks you to sign in.')
})

test('a client ID can be used, and changed, also where Parley registers itself', async () => {
  const { user, onClient, become } = await card(warehouse())
  await user.click(screen.getByRole('button', { name: 'Use a client ID' }))
  expect(onClient).toHaveBeenCalledTimes(1)
  become(warehouse({ sign_in: { ...needed, client_id: 'parley-1' } }))
  await user.click(await screen.findByRole('button', { name: 'Change client ID' }))
  expect(onClient).toHaveBeenCalledTimes(2)
  // One button is enough where it is the only way.
  become(warehouse({ sign_in: { ...needed, can_register: false } }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /client ID/ })).toBeNull())
  await user.click(signIn())
  expect(onClient).toHaveBeenCalledTimes(3)
})

test('a sign-in is waited for until it fails or is too late', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const { server, model, become } = await card(warehouse())
  server.on(START, started)
  const start = async () => {
    await model.signIn(1)
    await vi.advanceTimersByTimeAsync(599_000)
    expect(waiting()).not.toBeNull()
  }
  await start()
  expect(opened.mock.lastCall?.[0]).toBe('https://auth.example.com/authorize')
  await vi.advanceTimersByTimeAsync(1000)
  expect(waiting()).toBeNull()
  const declined = warehouse({ sign_in: { ...needed, error: 'The sign-in was declined.' } })
  for (const _ of [1, 2]) {
    await start()
    become(declined)
    await vi.advanceTimersByTimeAsync(0)
    expect(waiting()).toBeNull()
  }
})

test('a refresh that finds the server signed in ends the waiting', async () => {
  const { server, model } = await card(warehouse())
  server.on(START, started)
  await model.signIn(1)
  await waitFor(() => expect(waiting()).not.toBeNull())
  const data = warehouse({ sign_in: { ...needed, state: 'signed_in' } })
  server.on('POST /user/mcp-servers/1/refresh', { ok: true, message: '1 tool.', data })
  await model.refresh(1)
  await waitFor(() => expect(waiting()).toBeNull())
  screen.getByText('Signed in')
})

/** The dialog for the client ID of a server, and what it sends. */
async function clientDialog(first: McpServer) {
  const server = fakeServer()
  server.on('GET /user/mcp-servers', { data: [first] })
  server.on(START, started)
  const model = createMcpServersModel(server.api, fakeLive())
  await model.load()
  const onClose = vi.fn()
  const { user } = draw(<ClientDialog server={first} model={model} onClose={onClose} />)
  const field = screen.getByRole('textbox', { name: /^Client ID/ })
  const submit = async () => {
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(server.bodies(START).length).toBeGreaterThan(0))
    return server.bodies(START).at(-1)
  }
  return { user, field, submit, onClose }
}

test('where Parley can register itself, an emptied client ID is dropped', async () => {
  const known = { ...needed, client_id: 'parley-1' }
  const { user, field, submit, onClose } = await clientDialog(warehouse({ sign_in: known }))
  expect(field).toMatchObject({ value: 'parley-1', required: false })
  screen.getByText('Leave empty to let Parley register itself.')
  await user.clear(field)
  expect(await submit()).toEqual({ client_id: null })
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

test('where Parley cannot register itself, a client ID is required', async () => {
  const fixed = { ...needed, can_register: false }
  const { field, submit } = await clientDialog(warehouse({ sign_in: fixed }))
  expect(field).toMatchObject({ value: '', required: true })
  expect(screen.queryByText('Leave empty to let Parley register itself.')).toBeNull()
  expect(await submit()).toEqual({ client_id: '' })
})
