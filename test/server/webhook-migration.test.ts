import { expect, test } from 'vitest'
import { migrate, readMigrations } from '../../server/db/migrate.ts'
import { type Db, openDb } from '../../server/db/open.ts'
import { insert } from '../generated/world.ts'

const BEFORE = readMigrations().filter(({ version }) => version < 17)

/** A database from before the log, with three deliveries and an address that is gone. */
function oldDatabase(): Db {
  const db = openDb(':memory:')
  migrate(db, BEFORE)
  db.pragma('foreign_keys = OFF')
  insert(db, 'users', { id: 1 })
  const conversation = { id: 7, user_id: 1, assistant_id: 3, uuid: 'u', type: 'widget' }
  insert(db, 'conversations', conversation)
  const delivery = { user_id: 1, kind: 'conversation_ended', payload: '{}' }
  const url = 'HTTPS://Hooks.example.com:8443?a=/b'
  const done = { status: 'delivered', last_attempt_at: 5, attempts: 2, response_body: 'ok' }
  insert(db, 'webhook_deliveries', {
    ...delivery,
    ...done,
    id: 4,
    message_id: 'a',
    url,
    conversation_id: 7,
  })
  const waiting = { status: 'pending', next_attempt_at: 9, url: 'http://[::1]/x' }
  insert(db, 'webhook_deliveries', { ...delivery, ...waiting, id: 6, message_id: 'b' })
  insert(db, 'webhook_deliveries', { ...delivery, status: 'dead', id: 41, message_id: 'c', url })
  db.prepare('DELETE FROM webhook_deliveries WHERE id = 41').run()
  db.prepare("INSERT INTO webhook_endpoints VALUES (1, 'https://gone.example/', 3, '410')").run()
  for (const kind of ['webhook.deliver', 'other'])
    insert(db, 'jobs', { kind, payload: '{}', status: 'waiting', run_at: 1 })
  return db
}

test('what was sent before the log is kept as it was, and no id is given twice', () => {
  const db = oldDatabase()
  const before = db.prepare('SELECT * FROM webhook_deliveries ORDER BY id').all()
  const indexes = () =>
    db
      .prepare(
        "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'webhook_deliveries' AND sql IS NOT NULL",
      )
      .pluck()
      .all()
  const old = indexes()
  const [migration] = readMigrations().filter(({ version }) => version === 17)
  db.exec(migration!.sql)
  const after = db.prepare('SELECT * FROM webhook_deliveries ORDER BY id').all()
  expect(after).toMatchObject(before as object[])
  expect(after).toMatchObject([
    { id: 4, host: 'hooks.example.com:8443', is_test: 0, assistant_id: 3, is_failed: 0 },
    { id: 6, host: '[::1]', assistant_id: null },
  ])
  expect(indexes()).toEqual(expect.arrayContaining(old))
  expect(
    insert(db, 'webhook_deliveries', {
      user_id: 1,
      kind: 'inbound_call',
      payload: '{}',
      status: 'dead',
    }),
  ).toBe(42)
  expect(db.prepare('SELECT * FROM webhook_endpoints ORDER BY url').all()).toMatchObject([
    { url: 'HTTPS://Hooks.example.com:8443?a=/b', last_delivered_at: 5, disabled_at: null },
    { url: 'http://[::1]/x', last_delivered_at: null },
    { url: 'https://gone.example/', disabled_at: 3, reason: '410' },
  ])
  expect(db.prepare('SELECT kind FROM jobs').pluck().all()).toEqual(['other'])
})

test('no id is given twice either where every delivery had been forgotten', () => {
  const db = oldDatabase()
  db.prepare('DELETE FROM webhook_deliveries').run()
  db.exec(readMigrations().find(({ version }) => version === 17)!.sql)
  expect(
    insert(db, 'webhook_deliveries', {
      user_id: 1,
      kind: 'post_call',
      payload: '{}',
      status: 'dead',
    }),
  ).toBe(42)
})
