import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { createClient } from '#contracts/client.ts'
import { type Config, readConfig } from '../../server/config.ts'
import type { Outside } from '../../server/context.ts'
import { IN_MEMORY } from '../../server/data.ts'
import { openInMemory } from '../../server/db/in-memory.ts'
import { LIMITS } from '../../server/limits.ts'
import { type RunningServer, startServer as start } from '../../server/start.ts'

/** Key of the owner on every test server. */
export const KEY = '1|test-key-of-the-owner'

interface Options extends Partial<Omit<Config, 'limits'>> {
  readonly limits?: Partial<Config['limits']>
  readonly outside?: Partial<Outside>
}

/**
 * A configuration for tests: any free port, in memory, responses checked, high rates, no delay between words.
 * `PARLEY_LOG=text` shows its log.
 */
export function testConfig({ limits, outside: _, ...options }: Options = {}): Config {
  const env = {
    PARLEY_PORT: '0',
    PARLEY_API_KEY: KEY,
    PARLEY_LOG: process.env['PARLEY_LOG'] ?? 'silent',
    PARLEY_LIMITS_SCALE: '10000',
    // No program is found, so the system has no voice, whatever this machine has.
    PATH: '/nowhere',
  }
  return {
    ...readConfig({ ...env, PARLEY_DATA_DIR: IN_MEMORY, PARLEY_CHECK_REPLIES: 'true' }),
    dataDir: IN_MEMORY,
    limits: { ...LIMITS, builtInWordMs: 0, deltaMs: 1, reserveBytes: 64 * 1024, ...limits },
    ...options,
  }
}

/** Settings of a server that may call these private addresses. */
export const allowing = (...allowPrivate: string[]) => ({
  network: { policy: 'desktop', allowPrivate } as const,
})

/** The database after a first start at a time; copying it is instant, while a first start takes a while. */
const databases = new Map<number | undefined, Buffer>()

async function afterFirstStart(now?: Date): Promise<Buffer> {
  const known = databases.get(now?.getTime())
  if (known) return known
  const server = await start(testConfig(), now && { now: () => now })
  const bytes = server.context.db.serialize()
  await server.stop()
  databases.set(now?.getTime(), bytes)
  return bytes
}

/**
 * True if a server with these options would start with that database, because the test changes nothing about
 * a first start.
 */
function beginsAsUsual({ dataDir, apiKey, demo }: Config, outside: Partial<Outside> = {}): boolean {
  const { now, randomBytes, database } = outside
  // A clock that stands still is at a whole second, and at the same one in many tests.
  const isUsualTime = !now || now().getTime() % 1000 === 0
  return (
    dataDir === IN_MEMORY && apiKey === KEY && !demo && isUsualTime && !(randomBytes ?? database)
  )
}

/** The real server on a free port, stopped after the test. */
export async function startServer(options: Options = {}): Promise<TestServer> {
  const config = testConfig(options)
  let { outside } = options
  if (beginsAsUsual(config, outside)) {
    outside = { ...outside, database: await afterFirstStart(outside?.now?.()) }
  }
  const server = await start(config, outside)
  onTestFinished(() => server.stop())
  return testServer(server)
}

export type TestServer = ReturnType<typeof testServer>

/** A running server with what tests need of it. */
export function testServer(server: RunningServer) {
  return {
    server,
    context: server.context,
    /** A fresh one-time sign-in link for the owner's browser. */
    signInLink: async () => (await server.createSignInLink()).url,
    ...clientsOf(server.url),
  }
}

/** Clients of a server at an address, whatever process it runs in. */
export type Clients = ReturnType<typeof clientsOf>

export function clientsOf(url: string) {
  return {
    url,
    /** The typed client as the owner. */
    call: createClient({ origin: url, headers: { authorization: `Bearer ${KEY}` } }),
    /** The typed client with other headers, or none. */
    as: (headers: Record<string, string> = {}) => createClient({ origin: url, headers }),
    /** Plain HTTP as the owner, for requests that a typed client cannot make. */
    fetch: fetchAs({ url }, KEY),
  }
}

/** Plain HTTP with a key or token. */
export function fetchAs({ url }: { readonly url: string }, token: string) {
  return (target: string, init: RequestInit = {}) =>
    fetch(url + target, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    })
}

/** A data folder that contains only the newest schema, whose creation is most of a first start. */
export function emptyDataFolder(): string {
  const folder = temporaryFolder()
  const db = openInMemory()
  writeFileSync(path.join(folder, 'parley.db'), db.serialize(), { mode: 0o600 })
  db.close()
  return folder
}

/** A temporary folder, removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
