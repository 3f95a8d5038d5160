import { createCipheriv, randomBytes, scryptSync } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { createApiKey } from '#contracts/accounts.ts'
import { updateAssistant } from '#contracts/assistants.ts'
import { createBackup } from '#contracts/backups.ts'
import { getIdentitySecret, rotateIdentitySecret } from '#contracts/identity.ts'
import { createMcpServer, updateMcpServer } from '#contracts/mcp-servers.ts'
import { createModelProvider } from '#contracts/model-providers.ts'
import { createExport } from '#contracts/restores.ts'
import { setSmsProvider } from '#contracts/sms-provider.ts'
import { createTool, deleteTool, getTool, updateTool } from '#contracts/tools.ts'
import { getWebhookSecret, rotateWebhookSecret } from '#contracts/webhooks.ts'
import { realOutside } from '../../../server/context.ts'
import { createInstallation } from '../../../server/providers/secrets/installation.ts'
import { createVault } from '../../../server/providers/secrets/vault.ts'
import { startServer as start } from '../../../server/start.ts'
import { createdAssistant } from '../../support/assistants.ts'
import { onDisk } from '../../support/backups.ts'
import { live } from '../../support/life.ts'
import { signedIn } from '../../support/operators.ts'
import { temporaryFolder, testServer } from '../../support/server.ts'
import { createVisitor } from '../../support/visitor.ts'
import { diagnosticsOf } from '../../torture/privacy/diagnostics.ts'

/* Group L of the threats: secrets at rest (L10) and the key to them (L20). */

const canary = (name: string) => `Canary-${name}-${randomBytes(9).toString('hex')}`

const tool = (name: string, ...values: string[]) => ({
  name,
  description: 'Looks something up.',
  endpoint: 'https://shop.invalid/look',
  method: 'POST' as const,
  headers: values.map((value, index) => ({ name: `X-Secret-${index}`, value })),
})

const calendar = (calendar_api_key: string) => ({
  type: 'calendar_integration' as const,
  calendar_api_key,
  calendar_event_slug: 'visit',
})

/** Reads data that may be compressed, as an export is. */
function ifThere<value>(read: () => value): value | undefined {
  try {
    return read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const filesIn = (folder: string): string[] =>
  (ifThere(() => readdirSync(folder, { withFileTypes: true })) ?? []).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) return filesIn(file)
    return entry.isFile() ? [file] : []
  })

/** Every byte of a folder, file by file. */
const bytesIn = (folder: string): [name: string, bytes: Buffer][] =>
  filesIn(folder).flatMap((file) => {
    const bytes = ifThere(() => readFileSync(file))
    return bytes ? [[path.relative(folder, file), bytes] as [string, Buffer]] : []
  })

/** The places where a secret occurs, in clear text or in the usual encodings. */
function placesOf(secrets: Record<string, string>, files: [string, Buffer][]): string[] {
  return Object.entries(secrets).flatMap(([what, secret]) => {
    const forms = [secret, Buffer.from(secret).toString('hex'), encodeURIComponent(secret)]
    return files
      .filter(([, bytes]) => forms.some((form) => bytes.includes(form)))
      .map(([name]) => `${what} in ${name}`)
  })
}

test('L10 no byte of the data folder, a backup, an export or the diagnostics contains a secret', async () => {
  const dataDir = temporaryFolder()
  const planted: Record<string, string> = {
    'the key of the vault': canary('vault-key'),
    'a header of a tool': canary('header'),
    'another header of a tool': `Bearer ${canary('bearer')}`,
    'a header that was replaced': canary('replaced'),
    'a header of a deleted tool': canary('deleted'),
    'the key of a calendar': canary('calendar'),
    'the key of a calendar that was replaced': canary('calendar-before'),
    'the token of the SMS provider': canary('sms'),
    'the key of a model provider': canary('model'),
    'the token of an MCP server': canary('mcp'),
    'the token of an MCP server that was replaced': canary('mcp-before'),
    'a passphrase': canary('passphrase'),
  }
  const { 'the key of the vault': vaultKey } = planted
  const logs = temporaryFolder()
  const logFile = path.join(logs, 'log')
  const server = await live({
    dataDir,
    env: { PARLEY_SECRETS_KEY: vaultKey! },
    log: logFile,
  })
  const { call } = server

  const kept = await call(createTool, {
    body: tool('look_up', planted['a header that was replaced']!),
  })
  await call(updateTool, {
    params: { id: kept.data.id },
    body: tool('x', planted['a header of a tool']!, planted['another header of a tool']!),
  })
  const gone = await call(createTool, {
    body: tool('gone', planted['a header of a deleted tool']!),
  })
  await call(deleteTool, { params: { id: gone.data.id } })
  const assistant = await createdAssistant(server, {
    tools: [calendar(planted['the key of a calendar that was replaced']!)],
  })
  await call(updateAssistant, {
    params: { id: assistant },
    body: { tools: [calendar(planted['the key of a calendar']!)] },
  })
  await call(setSmsProvider, {
    body: {
      url: 'https://sms.invalid',
      account: 'AC1',
      token: planted['the token of the SMS provider']!,
    },
  })
  await call(createModelProvider, {
    body: {
      name: 'Hosted',
      base_url: 'https://model.invalid/v1',
      key: planted['the key of a model provider']!,
      models: [{ model: 'large' }],
    },
  })
  const { data: mcp } = await call(createMcpServer, {
    body: {
      name: 'Warehouse',
      url: 'https://mcp.invalid/mcp',
      token: planted['the token of an MCP server that was replaced']!,
    },
  })
  await call(updateMcpServer, {
    params: { id: mcp.id },
    body: { token: planted['the token of an MCP server']! },
  })
  const params = { id: assistant }
  const visitor = await createVisitor(server)
  await visitor.say('Hello')
  const link = await server.signInLink()
  const unused = await server.signInLink()
  const owner = await signedIn(server, link)
  const made = {
    ...planted,
    'the first webhook secret': (await call(getWebhookSecret)).secret,
    'the second webhook secret': (await call(rotateWebhookSecret)).secret,
    'the first identity secret': (await call(getIdentitySecret, { params })).secret,
    'the second identity secret': (await call(rotateIdentitySecret, { params })).secret,
    'an API key': (await call(createApiKey, { body: { name: 'Script' } })).api_key.token,
    'a sign-in link': unused.split('#signin=')[1]!,
    'a used sign-in link': link.split('#signin=')[1]!,
    'a session': owner.cookie.split('=')[1]!,
    'a visitor token': visitor.token,
  }

  await owner.call(createBackup)
  const { url } = await owner.call(createExport, { body: {} })
  const archive = gunzipSync(Buffer.from(await (await fetch(server.url + url)).arrayBuffer()))
  expect(archive.includes('SQLite format 3')).toBe(true)
  const running = bytesIn(dataDir)
  expect(running.map(([name]) => name)).toEqual(
    expect.arrayContaining(['parley.db', 'parley.db-wal']),
  )
  await server.end('SIGTERM')
  const log = readFileSync(logFile)
  expect(log.includes('/api/user/webhook-secret')).toBe(true)
  const found = placesOf(made, [
    ...running,
    ...bytesIn(dataDir).map(([name, bytes]) => [`${name}, stopped`, bytes] as [string, Buffer]),
    ['the export', archive],
    ['the log', log],
    ['the diagnostics', Buffer.from(await diagnosticsOf(logs, logFile, Object.values(made)))],
  ])
  expect(found).toEqual([])
})

/** Encrypts as before each installation had a salt. */
function sealedOnce(key: string, name: string, secret: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', scryptSync(key, 'parley secrets', 32), nonce)
  const locked = Buffer.concat([cipher.setAAD(Buffer.from(name)).update(secret), cipher.final()])
  return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), locked]).toString('base64url')}`
}

test('L10 secrets stored in clear text by an older Parley are encrypted by the first start, and keep working', async () => {
  const secrets = { key: 'a key that the operator chose', isRefused: false }
  const world = await onDisk({ secrets })
  const { call } = world.server
  const { id } = (await call(createTool, { body: tool('look_up', 'x') })).data
  const assistant = await createdAssistant(world.server, { tools: [calendar('x')] })
  await call(getWebhookSecret)
  await call(getIdentitySecret, { params: { id: assistant } })
  await world.running.stop()

  const clear = {
    header: canary('header'),
    calendar: canary('calendar'),
    webhook: `whsec_${randomBytes(32).toString('base64')}`,
    identity: `pids_${randomBytes(32).toString('base64url')}`,
  }
  const file = path.join(world.dataDir, 'parley.db')
  const db = new Database(file)
  const run = (sql: string, ...values: string[]) => db.prepare(sql).run(...values)
  run('UPDATE tools SET headers = ?', JSON.stringify([{ name: 'X-Key', value: clear.header }]))
  run(
    'UPDATE assistants SET tools = json_replace(tools, ?, ?)',
    '$[0].calendar_api_key',
    clear.calendar,
  )
  run(
    'UPDATE assistant_versions SET settings = json_replace(settings, ?, ?)',
    '$.tools[0].calendar_api_key',
    clear.calendar,
  )
  run('UPDATE webhook_secrets SET secret = ?', clear.webhook)
  run('UPDATE identity_secrets SET secret = ?', clear.identity)
  run(
    "INSERT INTO sms_provider (id, url, account, token, updated_at) VALUES (1, 'https://sms.invalid', 'AC1', ?, 0)",
    sealedOnce(secrets.key, 'sms', 'the token'),
  )
  run('UPDATE installation SET sealed_by = NULL')
  db.close()
  expect(placesOf(clear, bytesIn(world.dataDir))).not.toEqual([])

  const again = await start(world.config)
  const server = testServer(again)
  try {
    await expect.poll(() => placesOf(clear, bytesIn(world.dataDir))).toEqual([])
    expect((await server.call(getTool, { params: { id } })).headers).toEqual([
      { name: 'X-Key', value: clear.header },
    ])
    expect((await server.call(getWebhookSecret)).secret).toBe(clear.webhook)
    expect((await server.call(getIdentitySecret, { params: { id: assistant } })).secret).toBe(
      clear.identity,
    )
    const token = again.context.db.prepare('SELECT token FROM sms_provider').pluck().get()
    expect(token).toMatch(/^v2\./)
    expect(again.context.vault.open('sms', token as string)).toBe('the token')
  } finally {
    await again.stop()
    await setImmediate()
  }
})

/** The vault of a folder with a key chosen by an operator. */
function vaultIn(dataDir: string, key: string) {
  const { randomBytes } = realOutside
  const config = { dataDir, secrets: { key, isRefused: false } }
  const installation = createInstallation({ config, inMemory: false, randomBytes })
  return createVault({ config, inMemory: false, randomBytes, installation })
}

test('L20 the key chosen by an operator is salted per installation, and opens what moved with it', () => {
  const [one, other] = [temporaryFolder(), temporaryFolder()]
  const key = 'a key that the operator chose'
  const sealed = vaultIn(one, key).seal('sms', 'token')
  vaultIn(other, key).seal('sms', 'token')
  const salts = [one, other].map((folder) =>
    readFileSync(path.join(folder, 'secrets.salt'), 'utf8'),
  )
  expect(salts[0]).toMatch(/^[\w-]{22}$/)
  expect(salts[0]).not.toBe(salts[1])
  expect(sealed).toMatch(/^v2\./)
  expect(Buffer.from(sealed.slice(3), 'base64url').subarray(0, 16).toString('base64url')).toBe(
    salts[0],
  )
  expect(vaultIn(other, key).open('sms', sealed)).toBe('token')
  expect(vaultIn(other, key).open('sms', sealedOnce(key, 'sms', 'token'))).toBe('token')
  expect(() => vaultIn(one, 'another key entirely').open('sms', sealed)).toThrow(
    'secrets_key_changed',
  )
})
