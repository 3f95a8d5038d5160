import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/*
 * Directus from npm, in a folder of its own, on SQLite: what many would put an inbox's rows into instead. It is never
 * a dependency of this project; installing it takes minutes and compiles native modules.
 */

/** A Directus that runs. */
export interface Directus {
  readonly version: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  stop(): Promise<void>
}

const TOKEN = 'token-of-the-bench'
const headers = { Authorization: `Bearer ${TOKEN}` }
/** Longest time until it answers, ms. */
const START_MS = 60_000

/**
 * Installs it, unless it is there, and starts it.
 * @param folder where it is, or is to be
 * @param node a Node.js that it supports
 * @throws Error with the end of what the failing command said
 */
export async function startDirectus(folder: string, node: string): Promise<Directus> {
  const installed = path.join(folder, 'node_modules/directus')
  if (!existsSync(installed)) await install(folder, node)
  const port = await freePort()
  const env = {
    ...process.env,
    DB_CLIENT: 'sqlite3',
    DB_FILENAME: path.join(folder, `data-${port}.db`),
    SECRET: 'secret-of-the-bench-secret-of-the-bench',
    HOST: '127.0.0.1',
    PORT: String(port),
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'password-of-the-bench',
    ADMIN_TOKEN: TOKEN,
    TELEMETRY: 'false',
    RATE_LIMITER_ENABLED: 'false',
    CACHE_ENABLED: 'false',
    PRESSURE_LIMITER_ENABLED: 'false',
    LOG_LEVEL: 'error',
    MAX_PAYLOAD_SIZE: '20mb',
  }
  const cli = path.join(installed, 'cli.js')
  await run(node, [cli, 'bootstrap'], folder, env)
  const child = spawn(node, [cli, 'start'], { cwd: folder, env, stdio: 'ignore' })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  const until = performance.now() + START_MS
  while (!(await answers(`${url}/server/ping`))) {
    if (performance.now() > until || child.exitCode !== null)
      throw new Error('Directus did not start')
    await wait(100)
  }
  const file = path.join(installed, 'package.json')
  const { default: about } = await import(file, { with: { type: 'json' } })
  return {
    version: about.version,
    url,
    headers,
    stop() {
      child.kill('SIGTERM')
      return exited
    },
  }
}

/** The newest that npm has for that Node.js; its native modules are compiled for it. */
async function install(folder: string, node: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}')
  const PATH = [path.dirname(node), process.env['PATH']].join(path.delimiter)
  const args = ['install', 'directus', '--no-audit', '--no-fund']
  await run('npm', args, folder, { ...process.env, PATH })
}

/** Makes a collection with so many rows like those of our list. */
export async function fillDirectus({ url }: Directus, rows: number): Promise<void> {
  const field = (name: string, type: string) => ({ field: name, type, schema: {}, meta: {} })
  await posted(`${url}/collections`, {
    collection: 'conversations',
    schema: {},
    meta: {},
    fields: [
      {
        field: 'id',
        type: 'integer',
        schema: { is_primary_key: true, has_auto_increment: true },
        meta: {},
      },
      field('uuid', 'string'),
      field('type', 'string'),
      field('assistant_name', 'string'),
      field('message_count', 'integer'),
      field('created_at', 'dateTime'),
    ],
  })
  for (let from = 0; from < rows; from += 100)
    await posted(
      `${url}/items/conversations`,
      Array.from({ length: 100 }, () => item()),
    )
}

/** An item as it is created. */
export const item = () => ({
  uuid: crypto.randomUUID(),
  type: 'widget',
  assistant_name: 'Support',
  message_count: 4,
  created_at: new Date().toISOString(),
})

async function posted(url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

/** Runs a command to its end. */
function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said = (said + chunk).slice(-500)
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ${args[0]}: ${said.trim()}`)),
    )
  })
}

function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    }),
  )
}
