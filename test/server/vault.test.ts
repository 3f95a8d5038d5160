import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { realOutside } from '../../server/context.ts'
import { createInstallation } from '../../server/providers/secrets/installation.ts'
import { createVault, VaultError } from '../../server/providers/secrets/vault.ts'
import { temporaryFolder } from '../support/server.ts'

interface Options {
  readonly dataDir?: string
  readonly key?: string
  readonly isRefused?: boolean
  readonly inMemory?: boolean
}

function vaultOf({ dataDir = '', key, isRefused = false, inMemory = false }: Options) {
  const { randomBytes } = realOutside
  const config = { dataDir, secrets: { key, isRefused } }
  const installation = createInstallation({ config, inMemory, randomBytes })
  return createVault({ config, inMemory, randomBytes, installation })
}

test('an encrypted secret can be decrypted by its name, after a restart too, and is nowhere in clear text', () => {
  const dataDir = temporaryFolder()
  const sealed = vaultOf({ dataDir }).seal('sms', 'a secret token')
  expect(vaultOf({ dataDir }).open('sms', sealed)).toBe('a secret token')
  expect(() => vaultOf({ dataDir }).open('llm', sealed)).toThrow(VaultError)
  expect(sealed).not.toContain('secret')
  expect(readdirSync(dataDir)).toEqual(['secrets.key', 'secrets.salt'])
  expect(statSync(path.join(dataDir, 'secrets.key')).mode & 0o777).toBe(0o600)
  expect(readFileSync(path.join(dataDir, 'secrets.key'), 'utf8')).toHaveLength(43)
})

test('the same secret never encrypts to the same text', () => {
  const vault = vaultOf({ inMemory: true })
  expect(vault.keeper).toBe('memory')
  expect(vault.seal('sms', 'token')).not.toBe(vault.seal('sms', 'token'))
})

test('a key from the environment leaves its salt alone, and another key decrypts nothing', () => {
  const dataDir = temporaryFolder()
  const vault = vaultOf({ dataDir, key: 'a key of the keyring' })
  const sealed = vault.seal('sms', 'token')
  expect(vault.keeper).toBe('environment')
  expect(readdirSync(dataDir)).toEqual(['secrets.salt'])
  expect(vaultOf({ dataDir, key: 'a key of the keyring' }).open('sms', sealed)).toBe('token')
  expect(() => vaultOf({ dataDir, key: 'another key of it' }).open('sms', sealed)).toThrow(
    'secrets_key_changed',
  )
})

test('a text with a flipped bit, truncated or never encrypted cannot be decrypted', () => {
  const vault = vaultOf({ inMemory: true })
  const sealed = vault.seal('sms', 'token')
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  for (const place of bytes.keys()) {
    const changed = Buffer.from(bytes)
    changed[place]! ^= 1
    expect(() => vault.open('sms', `v2.${changed.toString('base64url')}`)).toThrow(VaultError)
  }
  for (const other of ['', 'v1.', 'v2.', 'v1.AAAA', 'v2.AAAA', sealed.slice(0, -8)])
    expect(() => vault.open('sms', other)).toThrow(VaultError)
})

test('without safe storage nothing is stored, least of all in clear text', () => {
  const dataDir = temporaryFolder()
  const vault = vaultOf({ dataDir, isRefused: true })
  expect(vault.keeper).toBe('none')
  expect(() => vault.seal('sms', 'token')).toThrow('no_keyring')
  expect(readdirSync(dataDir)).toEqual([])
})

test('an existing key is never overwritten', () => {
  const dataDir = temporaryFolder()
  writeFileSync(path.join(dataDir, 'secrets.key'), 'a key that somebody has put there')
  vaultOf({ dataDir }).seal('sms', 'token')
  expect(readFileSync(path.join(dataDir, 'secrets.key'), 'utf8')).toBe(
    'a key that somebody has put there',
  )
})
