import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createKeyring } from '../../electron/keyring.ts'
import { openSecrets } from '../../electron/secrets.ts'

/** A keyring that adds a prefix, so that stored data differs from the input. */
const keyring = vi.hoisted(() => ({
  isThere: true,
  tag: 'v11',
  isLocked: false,
  isRotated: false,
  isSilent: false,
}))

const mixed = (bytes: Buffer) => Buffer.from([...bytes].map((byte) => byte ^ 0x5a))

vi.mock('electron', async () => {
  const { fakeElectron } = await import('../desktop/standin/surface/fake.ts')
  return fakeElectron({
    app: { getPath: () => '/dev/null/at/all' },
    safeStorage: {
      async isAsyncEncryptionAvailable() {
        if (keyring.isSilent) await new Promise(() => undefined)
        return keyring.isThere
      },
      encryptStringAsync: async (text: string) =>
        Buffer.from([...Buffer.from(keyring.tag), ...mixed(Buffer.from(text))]),
      decryptStringAsync: async (sealed: Buffer) => {
        if (keyring.isLocked) throw new Error('The keyring is locked')
        const result = mixed(sealed.subarray(3)).toString()
        return { result, shouldReEncrypt: keyring.isRotated }
      },
    },
  })
})

beforeEach(() => {
  Object.assign(keyring, {
    isThere: true,
    tag: 'v11',
    isLocked: false,
    isRotated: false,
    isSilent: false,
  })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'parley-secrets-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

const REFUSED = { PARLEY_SECRETS: 'refuse' }

/** One start of the app. */
const start = (place: string) => openSecrets(place, createKeyring())
const secretsEnv = async (place: string) => (await start(place)).env

const sealedIn = (place: string) => readFileSync(path.join(place, 'secrets.key.sealed'), 'utf8')

test('the key is created once, stored encrypted and readable by its user only, and is the same at the next start', async () => {
  const place = folder()
  const first = await secretsEnv(place)
  expect(first).toEqual({ PARLEY_SECRETS_KEY: expect.stringMatching(/^[\w-]{43}$/) })
  expect(await secretsEnv(place)).toEqual(first)
  expect(readdirSync(place)).toEqual(['secrets.key.sealed'])
  expect(statSync(path.join(place, 'secrets.key.sealed')).mode & 0o777).toBe(0o600)
  expect(sealedIn(place)).not.toContain(Object.values(first)[0])
})

test('a keyring that has changed its own key re-encrypts the key', async () => {
  const place = folder()
  const first = await secretsEnv(place)
  keyring.isRotated = true
  expect(await secretsEnv(place)).toEqual(first)
  expect(readdirSync(place)).toEqual(['secrets.key.sealed'])
})

test('without a keyring nothing is written, and the server stores no secrets', async () => {
  const place = folder()
  keyring.isThere = false
  expect(await secretsEnv(place)).toEqual(REFUSED)
  expect(readdirSync(place)).toEqual([])
})

const onLinux = test.runIf(process.platform === 'linux')

onLinux('a keyring that uses the well-known default password counts as none', async () => {
  const place = folder()
  keyring.tag = 'v10'
  expect(await start(place)).toEqual({ env: REFUSED, kept: 'none' })
  expect(readdirSync(place)).toEqual([])
})

onLinux('a key encrypted with the well-known default password is no longer used', async () => {
  const place = folder()
  await start(place)
  const file = path.join(place, 'secrets.key.sealed')
  const open = Buffer.concat([Buffer.from('v10'), readFileSync(file).subarray(3)])
  writeFileSync(file, open)
  expect(await start(place)).toEqual({ env: REFUSED, kept: 'locked' })
  expect(readFileSync(file)).toEqual(open)
})

onLinux('a keyring that disappears while the app runs is given nothing to encrypt', async () => {
  const place = folder()
  const opened = createKeyring()
  await opened.open()
  keyring.tag = 'v10'
  expect(await openSecrets(place, opened)).toEqual({ env: REFUSED, kept: 'locked' })
  expect(readdirSync(place)).toEqual([])
})

test('a keyring that waits for the user is waited for 20 seconds, once', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  keyring.isSilent = true
  const opened = createKeyring()
  const secrets = openSecrets(folder(), opened)
  const again = vi.fn()
  void opened.open().then(again)
  await vi.advanceTimersByTimeAsync(19_999)
  expect(again).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(again).toHaveBeenCalledWith('silent')
  expect(await secrets).toEqual({ env: REFUSED, kept: 'silent' })
})

test('a locked keyring loses nothing: the key is back once it is unlocked', async () => {
  const place = folder()
  const first = await secretsEnv(place)
  keyring.isLocked = true
  expect(await secretsEnv(place)).toEqual(REFUSED)
  keyring.isLocked = false
  expect(await secretsEnv(place)).toEqual(first)
})

test('the app starts even if the folder cannot be written to', async () => {
  const place = folder()
  writeFileSync(path.join(place, 'a file'), '')
  expect(await secretsEnv(path.join(place, 'a file'))).toEqual(REFUSED)
})
