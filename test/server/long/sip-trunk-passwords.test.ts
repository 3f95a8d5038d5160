import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createBackup } from '#contracts/backups.ts'
import { send } from '../../support/assistants.ts'
import { emptyDataFolder, startServer, type TestServer } from '../../support/server.ts'

const PASSWORD = 'correct horse battery'

const extension = {
  sip_trunk_type: 'extension',
  phone_number: '100',
  sip_username: 'parley',
  sip_password: PASSWORD,
  sip_address: 'pbx.example.com',
  sip_calling_format: '+e164',
  inbound_authorization_type: 'auth',
  country_code: 'de',
} as const

const ROOT = '/user/phone-numbers/sip-trunks'
const create = (server: TestServer, change: object = {}) =>
  send(server, 'POST', ROOT, { ...extension, ...change })
const change = (server: TestServer, body: object) => send(server, 'PUT', `${ROOT}/1`, body)

test('the password is in no answer, no export, no backup and no file', async () => {
  const dataDir = emptyDataFolder()
  const server = await startServer({ dataDir })
  await create(server)
  await change(server, { sip_password: 'a second password' })
  await server.call(createBackup)
  const lists = [ROOT, `${ROOT}/1`, '/user/phone-numbers/all', '/user/ledger/export?format=json']
  const texts = await Promise.all(
    lists.map(async (list) => (await server.fetch(`/api${list}`)).text()),
  )
  server.context.write.flush()
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
  expect(files.some((file) => file.includes(`${path.sep}backups${path.sep}`))).toBe(true)
  for (const text of [...texts, ...files.map((file) => readFileSync(file, 'latin1'))]) {
    expect(text.includes(PASSWORD)).toBe(false)
    expect(text.includes('a second password')).toBe(false)
  }
})
