import { spawnSync } from 'node:child_process'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer as createPlainServer } from 'node:net'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createApiKey, deleteApiKey, getMe, updateMe } from '#contracts/accounts.ts'
import { refusalOf } from '../../electron/sandboxed.ts'
import { faultOf } from '../../electron/workspace-check.ts'
import type { WorkspaceKeys } from '../../electron/workspace-keys.ts'
import { createWorkspaceVerbs } from '../../electron/workspace-verbs.ts'
import { createWorkspaces, type KeptWorkspaces } from '../../electron/workspaces.ts'
import { KEY, startServer } from '../support/server.ts'

vi.mock('electron', async () => {
  const { fakeElectron } = await import('../desktop/standin/surface/fake.ts')
  return fakeElectron({ app: {}, safeStorage: {} })
})

const heard: { url: string; key: string | null }[] = []

/** The verbs with everything real except the disk and the keyring. */
function verbsOf(home = 'http://127.0.0.1:1', isSandboxed = true) {
  const disk = { kept: undefined as KeptWorkspaces | undefined, isFull: false }
  const workspaces = createWorkspaces({
    read: () => disk.kept,
    write(value) {
      if (!disk.isFull) disk.kept = value
      return !disk.isFull
    },
  })
  const known = new Map<string, string>()
  const keys = {
    arePersistent: true,
    open: async () => undefined,
    of: async (id) => known.get(id),
    keep: async (id, key) => void known.set(id, key),
    storageOf: (id) => (known.has(id) ? 'kept' : 'none'),
    forget: (id) => void known.delete(id),
  } satisfies WorkspaceKeys
  const leave = vi.fn(async () => undefined)
  const onChange = vi.fn()
  const verbs = createWorkspaceVerbs({
    workspaces,
    keys,
    home: () => home,
    refusal: refusalOf(isSandboxed),
    leave,
    onChange,
    send(url, init) {
      heard.push({ url, key: new Headers(init.headers).get('authorization') })
      return fetch(url, init)
    },
  })
  return { verbs, workspaces, known, leave, onChange, disk }
}

const add = (address: string, key = KEY, name = '') => ({ address, key, name })

async function listening(server: Server | ReturnType<typeof createPlainServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const httpAt = async (answer: RequestListener) => `http://${await listening(createServer(answer))}`

const HEALTH = JSON.stringify({ status: 'ok', version: '9.9.9', degraded: [] })

/** A health response in Parley's format, but far too long. */
const SEA = JSON.stringify({ status: 'ok', version: 'x'.repeat(1_000_000), degraded: [] })

beforeEach(() => {
  heard.length = 0
})

test('a real Parley is added under its account’s name, with its key', async () => {
  const server = await startServer()
  await server.call(updateMe, { body: { name: 'Salt & Pepper' } })
  const { verbs, workspaces, known, onChange } = verbsOf()
  const outcome = await verbs.add(add(` ${server.url}/ `, ` ${KEY}\n`))
  expect(outcome).toMatchObject({
    workspace: { name: 'Salt & Pepper', address: server.url, key: 'kept' },
  })
  const { id } = workspaces.list[0]!
  expect([...known]).toEqual([[id, KEY]])
  expect(onChange).toHaveBeenCalledOnce()
  expect(heard.map(({ url, key }) => [new URL(url).pathname, key])).toEqual([
    ['/health', null],
    ['/api/user/me', `Bearer ${KEY}`],
  ])
})

test('a name given by the user takes precedence over the account’s, on one line', async () => {
  const server = await startServer()
  const { verbs } = verbsOf()
  const outcome = await verbs.add(add(server.url, KEY, ' The\nshop\u202e '))
  expect(outcome).toMatchObject({ workspace: { name: 'The shop' } })
})

test.each([
  ['an address that is none', 'https://chat.example.com/app/', 'bad-address'],
  ['an address on a clear wire', 'http://chat.example.com', 'not-secure'],
  ['the server of this computer', 'http://127.0.0.1:1', 'already-there'],
  ['nobody', 'http://127.0.0.1:9', 'no-answer'],
  ['a name that is nobody’s', 'https://nowhere.invalid', 'no-answer'],
] as const)('%s is rejected, and the key is sent nowhere', async (_what, address, fault) => {
  const { verbs, disk } = verbsOf()
  expect(await verbs.add(add(address))).toEqual({ fault })
  expect(heard.filter(({ key }) => key !== null)).toEqual([])
  expect(disk.kept).toBeUndefined()
})

test('without Chromium’s sandbox no workspace is added, and its server is not contacted', async () => {
  const server = await startServer()
  const { verbs, workspaces } = verbsOf(undefined, false)
  expect(await verbs.add(add(server.url))).toEqual({ fault: 'unsandboxed' })
  expect([workspaces.list, heard]).toEqual([[], []])
})

test.each<[string, RequestListener, string]>([
  ['another website', (_req, res) => res.end('<h1>Hello</h1>'), 'not-parley'],
  ['JSON of something else', (_req, res) => res.end('{"status":"up"}'), 'not-parley'],
  ['a page that is not there', (_req, res) => res.writeHead(404).end('{}'), 'not-parley'],
  ['a way to elsewhere', (_req, res) => res.writeHead(302, { location: '/' }).end(), 'not-parley'],
  ['a sea of bytes', (_req, res) => res.end(SEA), 'not-parley'],
  ['a proxy with nobody behind it', (_req, res) => res.writeHead(502).end('<h1>502'), 'no-answer'],
  ['one that hangs up', (_req, res) => void res.destroy(), 'no-answer'],
])('%s is not a Parley, and never sees the key', async (_what, answer, fault) => {
  const { verbs, disk } = verbsOf()
  expect(await verbs.add(add(await httpAt(answer)))).toEqual({ fault })
  expect(heard.filter(({ key }) => key !== null)).toEqual([])
  expect(disk.kept).toBeUndefined()
})

test('a redirect to a Parley is not accepted, and the key is sent to neither', async () => {
  const server = await startServer()
  const { verbs } = verbsOf()
  const signpost = await httpAt((req, res) =>
    res.writeHead(307, { location: server.url + req.url }).end(),
  )
  expect(await verbs.add(add(signpost))).toEqual({ fault: 'not-parley' })
  expect(heard.filter(({ key }) => key !== null)).toEqual([])
})

test('a server that never responds is given up', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new Error('late')))
  onTestFinished(() => void vi.restoreAllMocks())
  const { verbs } = verbsOf()
  expect(await verbs.add(add(await httpAt(() => undefined)))).toEqual({ fault: 'no-answer' })
})

test('a non-HTTP server is not a Parley', async () => {
  const mail = createPlainServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.write('220 mail.example.com\r\n'))
  })
  const { verbs } = verbsOf()
  expect(await verbs.add(add(`http://${await listening(mail)}`))).toEqual({ fault: 'not-parley' })
})

/** A self-signed certificate; undefined when there is no program to make one. */
function selfSigned(): { readonly key: string; readonly cert: string } | undefined {
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const out = ['-keyout', '-', '-out', '-', '-subj', '/CN=127.0.0.1', '-days', '1']
  const { status, stdout } = spawnSync('openssl', ['req', '-x509', ...curve, ...out])
  const pem = String(stdout)
  return status === 0 ? { key: pem, cert: pem } : undefined
}

const certificate = selfSigned()

test.runIf(certificate)('an untrusted certificate is reported as such', async () => {
  const server = createSecureServer(certificate!, (_req, res) => res.end(HEALTH))
  const { verbs } = verbsOf()
  const outcome = await verbs.add(add(`https://${await listening(server)}`))
  expect(outcome).toEqual({ fault: 'certificate' })
})

test.each([
  ['net::ERR_CERT_AUTHORITY_INVALID', 'certificate'],
  ['net::ERR_CERT_DATE_INVALID', 'certificate'],
  ['net::ERR_NAME_NOT_RESOLVED', 'no-answer'],
  ['net::ERR_CONNECTION_REFUSED', 'no-answer'],
  ['net::ERR_INVALID_HTTP_RESPONSE', 'not-parley'],
  ["Attempted to redirect, but redirect policy was 'error'", 'not-parley'],
])('Chromium’s errors in the app are understood: %s', (message, fault) => {
  expect(faultOf(new Error(message))).toBe(fault)
})

test('a key that the Parley rejects is refused, and nothing is stored', async () => {
  const server = await startServer()
  const { verbs, disk, known } = verbsOf()
  for (const wrong of ['1|another', 'words', ''])
    expect(await verbs.add(add(server.url, wrong))).toEqual({ fault: 'key-refused' })
  expect([disk.kept, known.size]).toEqual([undefined, 0])
})

test('a server that claims to be a Parley but does not behave like one with the key is rejected', async () => {
  const { verbs } = verbsOf()
  const liar = await httpAt((req, res) => res.end(req.url === '/health' ? HEALTH : '{"name":1}'))
  expect(await verbs.add(add(liar))).toEqual({ fault: 'not-parley' })
})

test('the same workspace is added once, even after a double click', async () => {
  const server = await startServer()
  const { verbs, workspaces } = verbsOf()
  const outcomes = await Promise.all([verbs.add(add(server.url)), verbs.add(add(server.url))])
  expect(outcomes).toContainEqual({ fault: 'already-there' })
  expect(await verbs.add(add(server.url))).toEqual({ fault: 'already-there' })
  expect(workspaces.list).toHaveLength(1)
})

test('an unwritable file is reported, and the key is not stored either', async () => {
  const server = await startServer()
  const { verbs, disk, known } = verbsOf()
  disk.isFull = true
  expect(await verbs.add(add(server.url))).toEqual({ fault: 'not-kept' })
  expect(known.size).toBe(0)
})

test('a key can be replaced only by one that works', async () => {
  const server = await startServer()
  const { verbs, known } = verbsOf()
  const made = await server.call(createApiKey, { body: { name: 'Laptop' } })
  const outcome = await verbs.add(add(server.url, made.api_key.token))
  const { id } = (outcome as { workspace: { id: string } }).workspace
  await server.call(deleteApiKey, { params: { id: made.api_key.id } })
  expect(await verbs.replaceKey(id, made.api_key.token)).toEqual({ fault: 'key-refused' })
  expect(known.get(id)).toBe(made.api_key.token)
  expect(await verbs.replaceKey(id, KEY)).toMatchObject({ workspace: { id, key: 'kept' } })
  expect(known.get(id)).toBe(KEY)
  expect(await server.call(getMe)).toBeTruthy()
})

test('removing forgets the key and the pages’ stored data; renaming does not', async () => {
  const server = await startServer()
  const { verbs, workspaces, known, leave, onChange } = verbsOf()
  await verbs.add(add(server.url))
  const [workspace] = workspaces.list
  verbs.rename(workspace!.id, '  Our shop ')
  expect(workspaces.list[0]!.name).toBe('Our shop')
  verbs.rename(workspace!.id, '   ')
  expect(workspaces.list[0]!.name).toBe(new URL(server.url).host)
  expect(leave).not.toHaveBeenCalled()
  await verbs.remove(workspace!.id)
  expect([workspaces.list, known.size]).toEqual([[], 0])
  expect(leave).toHaveBeenCalledOnce()
  expect(onChange).toHaveBeenCalledTimes(4)
})
