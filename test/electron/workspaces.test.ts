import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createKept } from '../../electron/kept.ts'
import { createKeyring } from '../../electron/keyring.ts'
import { readAddress } from '../../electron/workspace-address.ts'
import { createWorkspaceKeys } from '../../electron/workspace-keys.ts'
import { workspaceMenu } from '../../electron/workspace-menu.ts'
import { createWorkspaces, KeptWorkspaces, mayShow, namesFor } from '../../electron/workspaces.ts'

/** A keyring that adds a prefix, so that stored data differs from the input. */
const keyring = vi.hoisted(() => ({ isThere: true, tag: 'v11', isLocked: false }))

vi.mock('electron', async () => {
  const { fakeElectron } = await import('../desktop/standin/surface/fake.ts')
  return fakeElectron({
    app: { getPath: () => '/dev/null/at/all' },
    safeStorage: {
      isAsyncEncryptionAvailable: async () => keyring.isThere,
      encryptStringAsync: async (text: string) => {
        if (keyring.isLocked) throw new Error('The keyring is locked')
        const mixed = [...Buffer.from(text)].map((byte) => byte ^ 0x5a)
        return Buffer.from([...Buffer.from(keyring.tag), ...mixed])
      },
      decryptStringAsync: async (sealed: Buffer) => {
        if (keyring.isLocked) throw new Error('The keyring is locked')
        const result = Buffer.from([...sealed.subarray(3)].map((byte) => byte ^ 0x5a)).toString()
        return { result, shouldReEncrypt: false }
      },
    },
  })
})

beforeEach(() => {
  Object.assign(keyring, { isThere: true, tag: 'v11', isLocked: false })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'parley-workspaces-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

const SHOP = { name: 'Shop', address: 'https://chat.example.com' }
const KEY = '1|a-key-of-the-shop'

const workspacesIn = (place: string) =>
  createWorkspaces(createKept(() => path.join(place, 'workspaces.json'), KeptWorkspaces))

async function keysIn(place: string) {
  const keys = createWorkspaceKeys(() => place, createKeyring())
  await keys.open()
  return keys
}

const everything = (place: string) =>
  readdirSync(place).map((name) => readFileSync(path.join(place, name), 'latin1'))

test.each([
  ['https://chat.example.com', 'https://chat.example.com'],
  ['  https://Chat.Example.com/  ', 'https://chat.example.com'],
  ['chat.example.com', 'https://chat.example.com'],
  ['chat.example.com:8443', 'https://chat.example.com:8443'],
  ['https://chat.example.com:443', 'https://chat.example.com'],
  ['http://127.0.0.1:4318', 'http://127.0.0.1:4318'],
  ['localhost:4318', 'http://localhost:4318'],
  ['http://[::1]:4318', 'http://[::1]:4318'],
  ['https://192.168.1.5', 'https://192.168.1.5'],
])('the address %j is read as %j', (typed, origin) => {
  expect(readAddress(typed)).toEqual({ origin })
})

test.each([
  ['', 'bad-address'],
  ['   ', 'bad-address'],
  ['not an address', 'bad-address'],
  ['https://', 'bad-address'],
  ['https://chat.example.com/app/', 'bad-address'],
  ['https://chat.example.com/?key=1', 'bad-address'],
  ['https://chat.example.com/#signin=secret', 'bad-address'],
  ['https://ann:secret@chat.example.com', 'bad-address'],
  ['file:///etc/passwd', 'bad-address'],
  ['javascript:alert(1)', 'bad-address'],
  ['ftp://chat.example.com', 'bad-address'],
  [`https://${'a'.repeat(400)}.example`, 'bad-address'],
  ['http://chat.example.com', 'not-secure'],
  ['http://192.168.1.5:4317', 'not-secure'],
  ['http://127.0.0.1.example.com', 'not-secure'],
  ['http://localhost.example.com', 'not-secure'],
  ['http://0.0.0.0:4317', 'not-secure'],
])('the address %j is rejected: %s', (typed, fault) => {
  expect(readAddress(typed)).toEqual({ fault })
})

test('workspaces are there at the next start, and so is the one shown last', () => {
  const place = folder()
  const first = workspacesIn(place)
  expect([first.shown, first.list, first.remote]).toEqual(['local', [], undefined])
  const shop = first.add(SHOP)!
  first.show(shop.id)
  const next = workspacesIn(place)
  expect([next.shown, next.list]).toEqual([shop.id, [shop]])
  next.rename(shop.id, 'Our shop')
  next.remove(shop.id)
  const last = workspacesIn(place)
  expect([last.shown, last.list]).toEqual(['local', []])
})

test.each([
  ['no JSON', '{'],
  ['an address that would send the key in clear', { address: 'http://chat.example.com' }],
  ['an address that leads elsewhere', { address: 'https://chat.example.com/other' }],
  ['an id that is a path', { id: '../secrets' }],
])('a corrupt file counts as missing: %s', (_what, change) => {
  const place = folder()
  const id = '0199b0a4-7c1e-7d3f-8a5b-1c2d3e4f5a6b'
  const file = path.join(place, 'workspaces.json')
  const write = (content: unknown) =>
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  write({ shown: id, list: [{ id, ...SHOP }] })
  expect(workspacesIn(place).list).toHaveLength(1)
  write(typeof change === 'string' ? change : { shown: id, list: [{ id, ...SHOP, ...change }] })
  expect(workspacesIn(place).list).toEqual([])
})

test('a key is stored encrypted in its own file, readable by its user only, and in no other', async () => {
  const place = folder()
  const { id } = workspacesIn(place).add(SHOP)!
  const keys = await keysIn(place)
  await keys.keep(id, KEY)
  expect(keys.storageOf(id)).toBe('kept')
  expect(readdirSync(place).sort()).toEqual([`workspace-${id}.key.sealed`, 'workspaces.json'])
  expect(statSync(path.join(place, `workspace-${id}.key.sealed`)).mode & 0o777).toBe(0o600)
  expect(everything(place).filter((text) => text.includes(KEY))).toEqual([])
  const next = await keysIn(place)
  expect(await next.of(id)).toBe(KEY)
  next.forget(id)
  expect([next.storageOf(id), await next.of(id)]).toEqual(['none', undefined])
  expect(readdirSync(place)).toEqual(['workspaces.json'])
})

test.each([
  ['no keyring', { isThere: false }],
  ['a password that everybody knows', { tag: 'v10' }],
])('with %s a key is used until the app exits, and nothing is written', async (_what, state) => {
  if (process.platform !== 'linux' && 'tag' in state) return
  const place = folder()
  Object.assign(keyring, state)
  const keys = await keysIn(place)
  await keys.keep('a', KEY)
  expect([keys.arePersistent, keys.storageOf('a'), await keys.of('a')]).toEqual([
    false,
    'for-now',
    KEY,
  ])
  expect(readdirSync(place)).toEqual([])
  expect(await (await keysIn(place)).of('a')).toBeUndefined()
})

test('a locked keyring loses no stored key', async () => {
  const place = folder()
  await (await keysIn(place)).keep('a', KEY)
  keyring.isLocked = true
  const locked = await keysIn(place)
  expect(await locked.of('a')).toBeUndefined()
  await locked.keep('a', 'another')
  expect([locked.storageOf('a'), await locked.of('a')]).toEqual(['for-now', 'another'])
  keyring.isLocked = false
  expect(await (await keysIn(place)).of('a')).toBe(KEY)
})

test('the menu marks the current workspace and switches to the others', () => {
  const [show, offer] = [vi.fn(), vi.fn()]
  const list = [{ id: 'a', name: 'Salt & Pepper', address: SHOP.address }]
  const { submenu } = workspaceMenu({ workspaces: { list, shown: 'a' }, show, offer })
  const items = submenu as { label?: string; checked?: boolean; click?: () => void }[]
  expect(items.map(({ label, checked }) => [label, checked])).toEqual([
    ['This Computer', false],
    ['Salt && Pepper', true],
    [undefined, undefined],
    ['Add Workspace…', undefined],
  ])
  items[0]!.click!()
  items[3]!.click!()
  expect([show.mock.calls, offer.mock.calls.length]).toEqual([[['local']], 1])
})

test('L16 a remote workspace’s page learns its own name and can lead to this computer only', () => {
  const workspaces = workspacesIn(folder())
  const shop = workspaces.add(SHOP)!
  const club = workspaces.add({ name: 'Secret club', address: 'https://club.example' })!
  const named = ({ id, name }: typeof shop) => ({ id, name })
  const reach = () => ['local', shop.id, club.id].filter((id) => mayShow(workspaces, id))
  expect(namesFor(workspaces)).toEqual({ shown: 'local', remote: [named(shop), named(club)] })
  expect(reach()).toEqual(['local', shop.id, club.id])
  workspaces.show(shop.id)
  expect(namesFor(workspaces)).toEqual({ shown: shop.id, remote: [named(shop)] })
  expect(reach()).toEqual(['local', shop.id])
})
