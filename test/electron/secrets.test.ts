import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { secretsEnv } from '../../electron/secrets.ts'

/** A keyring that adds a seal, so that what lies on the disk is not what went in. */
const keyring = vi.hoisted(() => ({
  isThere: true,
  backend: 'gnome_libsecret',
  isLocked: false,
  isRotated: false,
}))

vi.mock('electron', () => ({
  app: { getPath: () => '/dev/null/at/all' },
  safeStorage: {
    isAsyncEncryptionAvailable: async () => keyring.isThere,
    getSelectedStorageBackend: () => keyring.backend,
    encryptStringAsync: async (text: string) =>
      Buffer.from([...Buffer.from(text)].map((byte) => byte ^ 0x5a)),
    decryptStringAsync: async (sealed: Buffer) => {
      if (keyring.isLocked) throw new Error('The keyring is locked')
      const result = Buffer.from([...sealed].map((byte) => byte ^ 0x5a)).toString()
      return { result, shouldReEncrypt: keyring.isRotated }
    },
  },
}))

beforeEach(() => {
  Object.assign(keyring, {
    isThere: true,
    backend: 'gnome_libsecret',
    isLocked: false,
    isRotated: false,
  })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'parley-secrets-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

const REFUSED = { PARLEY_SECRETS: 'refuse' }
const sealedIn = (place: string) => readFileSync(path.join(place, 'secrets.key.sealed'), 'utf8')

test('the key is made once, kept sealed and for its user only, and is the same at the next start', async () => {
  const place = folder()
  const first = await secretsEnv(place)
  expect(first).toEqual({ PARLEY_SECRETS_KEY: expect.stringMatching(/^[\w-]{43}$/) })
  expect(await secretsEnv(place)).toEqual(first)
  expect(readdirSync(place)).toEqual(['secrets.key.sealed'])
  expect(statSync(path.join(place, 'secrets.key.sealed')).mode & 0o777).toBe(0o600)
  expect(sealedIn(place)).not.toContain(Object.values(first)[0])
})

test('a keyring that has changed its own key gets the key sealed anew', async () => {
  const place = folder()
  const first = await secretsEnv(place)
  keyring.isRotated = true
  expect(await secretsEnv(place)).toEqual(first)
  expect(readdirSync(place)).toEqual(['secrets.key.sealed'])
})

test('without a keyring nothing is written, and the server keeps no secrets', async () => {
  const place = folder()
  keyring.isThere = false
  expect(await secretsEnv(place)).toEqual(REFUSED)
  expect(readdirSync(place)).toEqual([])
})

test.runIf(process.platform === 'linux').each(['basic_text', 'unknown'])(
  'a keyring that is called %s is none',
  async (backend) => {
    const place = folder()
    keyring.backend = backend
    expect(await secretsEnv(place)).toEqual(REFUSED)
    expect(readdirSync(place)).toEqual([])
  },
)

test('a keyring that is locked loses nothing: the key is there when it is open again', async () => {
  const place = folder()
  const first = await secretsEnv(place)
  keyring.isLocked = true
  expect(await secretsEnv(place)).toEqual(REFUSED)
  keyring.isLocked = false
  expect(await secretsEnv(place)).toEqual(first)
})

test('where the folder cannot be written to the app starts all the same', async () => {
  const place = folder()
  writeFileSync(path.join(place, 'a file'), '')
  expect(await secretsEnv(path.join(place, 'a file'))).toEqual(REFUSED)
})
