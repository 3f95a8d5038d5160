import { existsSync } from 'node:fs'
import path from 'node:path'
import { begin, freePort, install, type Peer, post, run, versionOf } from './peer-process.ts'

/*
 * Directus from npm, in its own folder, on SQLite: where many would store an inbox's rows instead. It is
 * never a dependency of this project; installing it takes minutes and compiles native modules.
 */

const TOKEN = 'token-of-the-bench'
const headers = { Authorization: `Bearer ${TOKEN}` }

/**
 * Installs it if necessary, and starts it.
 * @param folder the installation folder, existing or not
 * @param node a Node.js that it supports
 * @throws Error with the end of the failing command's output
 */
export async function startDirectus(folder: string, node: string): Promise<Peer> {
  const installed = path.join(folder, 'node_modules/directus')
  if (!existsSync(installed)) await install(folder, node, ['directus'])
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
  const url = `http://127.0.0.1:${port}`
  const stop = await begin([node, cli, 'start'], { cwd: folder, env }, `${url}/server/ping`)
  return { version: await versionOf(folder, 'directus'), url, headers, stop }
}

/** Creates a collection with this many rows like those of our list. */
export async function fillDirectus({ url }: Peer, rows: number): Promise<void> {
  const field = (name: string, type: string) => ({ field: name, type, schema: {}, meta: {} })
  const posted = (path: string, body: object) => post(url + path, body, headers)
  await posted('/collections', {
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
      '/items/conversations',
      Array.from({ length: 100 }, () => item()),
    )
}

/** An item to be created. */
export const item = () => ({
  uuid: crypto.randomUUID(),
  type: 'widget',
  assistant_name: 'Support',
  message_count: 4,
  created_at: new Date().toISOString(),
})
