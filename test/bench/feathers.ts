import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { begin, freePort, install, type Peer, post, versionOf } from './peer-process.ts'

/*
 * Feathers from npm, in its own folder: the realtime framework whose guide builds a chat. Its messages
 * service, as in the guide, on SQLite with our journal mode and durability and without its sign-in; connected
 * clients receive each message over Socket.IO.
 */

const PACKAGES = [
  ...['feathers', 'koa', 'socketio', 'knex'].map((name) => `@feathersjs/${name}`),
  'knex',
  'better-sqlite3',
]

const APP = `
import { bodyParser, errorHandler, koa, rest } from '@feathersjs/koa'
import { feathers } from '@feathersjs/feathers'
import { KnexService } from '@feathersjs/knex'
import socketio from '@feathersjs/socketio'
import knex from 'knex'

const db = knex({
  client: 'better-sqlite3',
  connection: { filename: process.env.DATABASE },
  useNullAsDefault: true,
  pool: {
    min: 1,
    max: 1,
    afterCreate(connection, done) {
      connection.pragma('journal_mode = WAL')
      connection.pragma('synchronous = FULL')
      done()
    },
  },
})
await db.schema.createTable('messages', (table) => {
  table.increments('id')
  table.string('text')
  table.bigint('createdAt')
  table.bigint('userId')
})
const app = koa(feathers())
app.use(errorHandler())
app.use(bodyParser())
app.configure(rest())
app.configure(socketio())
app.use('messages', new KnexService({ Model: db, name: 'messages', paginate: { default: 15, max: 50 }, multi: true }))
app.on('connection', (connection) => app.channel('everybody').join(connection))
app.service('messages').publish(() => app.channel('everybody'))
await app.listen(process.env.PORT, '127.0.0.1')
`

/**
 * Installs it if necessary, and starts it with some messages.
 * @param folder the installation folder, existing or not
 * @throws Error with the end of the failing command's output
 */
export async function startFeathers(folder: string, node: string, rows: number): Promise<Peer> {
  // The driver's package is self-contained: no script compiles or downloads anything.
  if (!existsSync(path.join(folder, 'node_modules/@feathersjs/feathers')))
    await install(folder, node, PACKAGES, ['--ignore-scripts'])
  const app = path.join(folder, 'app.js')
  writeFileSync(app, APP)
  const port = await freePort()
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    DATABASE: path.join(folder, `data-${port}.db`),
  }
  const url = `http://127.0.0.1:${port}`
  const stop = await begin([node, app], { cwd: folder, env }, `${url}/messages`)
  for (let from = 0; from < rows; from += 50)
    await post(
      `${url}/messages`,
      Array.from({ length: 50 }, () => message()),
    )
  return { version: await versionOf(folder, '@feathersjs/feathers'), url, headers: {}, stop }
}

/** A message to be sent. */
export const message = () => ({
  text: 'Do you deliver to the island too?',
  createdAt: Date.now(),
  userId: 1,
})
