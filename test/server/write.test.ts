import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openInMemory } from '../../server/db/in-memory.ts'
import { prepareAll } from '../../server/db/once-per-db.ts'
import type { Db } from '../../server/db/open.ts'
import { sqlOf } from '../../server/db/sql.ts'
import { createWrite, type Tx, type Write } from '../../server/db/write.ts'
import { createEventLog } from '../../server/events/log.ts'
import { createJobQueue } from '../../server/jobs/queue.ts'

function openMigrated(): { db: Db; write: Write; clock: { time: number } } {
  const db = openInMemory()
  db.exec('CREATE TABLE addresses (address TEXT)')
  onTestFinished(() => {
    db.close()
  })
  const clock = { time: 0 }
  return { db, write: createWrite(db, () => clock.time), clock }
}

const now = () => new Date('2026-01-01T00:00:00Z')

function addressesIn(db: Db) {
  const sql = sqlOf(db)
  const insert = sql.write<[string]>('INSERT INTO addresses VALUES (?)')
  const all = sql.read<[], string>('SELECT address FROM addresses').pluck()
  return { insert: (tx: Tx, address: string) => insert.run(tx, address), all: () => all.all() }
}

test('a write resolves to its result once it is committed', async () => {
  const { db, write } = openMigrated()
  const addresses = addressesIn(db)
  const result = await write((tx) => {
    addresses.insert(tx, '10.0.0.1')
    expect(db.inTransaction).toBe(true)
    return 'done'
  })
  expect([result, db.inTransaction, addresses.all()]).toEqual(['done', false, ['10.0.0.1']])
})

test('a write that throws changes nothing and rejects with the error', async () => {
  const { db, write } = openMigrated()
  const addresses = addressesIn(db)
  const failure = new Error('No luck')
  const failed = write((tx) => {
    addresses.insert(tx, '10.0.0.1')
    tx.afterCommit(() => expect.unreachable())
    throw failure
  })
  await expect(failed).rejects.toBe(failure)
  expect(addresses.all()).toEqual([])
})

test('a nested write is refused, and the outer one rolled back', async () => {
  const { db, write } = openMigrated()
  const addresses = addressesIn(db)
  const outer = write((tx) => {
    addresses.insert(tx, '10.0.0.1')
    void write(() => 1)
  })
  await expect(outer).rejects.toThrow('A write inside another one')
  expect(addresses.all()).toEqual([])
})

test('a transaction that has ended writes nothing more', async () => {
  const { db, write } = openMigrated()
  const addresses = addressesIn(db)
  const kept = await write((tx) => ({ tx }))
  expect(() => addresses.insert(kept.tx, '10.0.0.1')).toThrow('This transaction has ended')
})

test('a write cannot be asynchronous: its type rejects a promise', async () => {
  const { write } = openMigrated()
  // @ts-expect-error a promise is no result of a write
  await expect(write(async () => 1)).rejects.toThrow('cannot return a promise')
})

test('writes of one turn share a commit, and each resolves after it', async () => {
  const { db, write } = openMigrated()
  const addresses = addressesIn(db)
  const order: string[] = []
  const [first, second] = ['10.0.0.1', '10.0.0.2'].map((address) =>
    write((tx) => {
      tx.afterCommit(() => order.push(`${address} ${db.inTransaction}`))
      addresses.insert(tx, address)
    }).then(() => order.push('resolved')),
  )
  await Promise.resolve()
  expect([db.inTransaction, order, addresses.all()]).toEqual([true, [], ['10.0.0.1', '10.0.0.2']])
  await Promise.all([first, second])
  expect(order).toEqual(['10.0.0.1 false', '10.0.0.2 false', 'resolved', 'resolved'])
  expect(write.pending).toBeUndefined()
})

test('a write alone in its turn is committed at the end of it', async () => {
  const { db, write } = openMigrated()
  void write(() => 1)
  await nextTurn()
  expect(db.inTransaction).toBe(false)
})

test('while writes keep arriving they share a commit, and the first turn without any ends it', async () => {
  const { db, write } = openMigrated()
  const addresses = addressesIn(db)
  const told: string[] = []
  const add = (address: string) =>
    write((tx) => {
      tx.afterCommit(() => told.push(address))
      addresses.insert(tx, address)
    })
  const begun = [add('10.0.0.1'), add('10.0.0.2')]
  await nextTurn()
  expect([db.inTransaction, told]).toEqual([true, []])
  const late = add('10.0.0.3')
  await Promise.all([...begun, late])
  expect(told).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.3'])
})

test('a write waits at most a few milliseconds for later ones', async () => {
  const { write, clock } = openMigrated()
  let committedAt: number | undefined
  void write((tx) => tx.afterCommit(() => void (committedAt = clock.time)))
  for (; clock.time < 20; clock.time += 1) {
    void write(() => 1)
    void write(() => 2)
    await nextTurn()
  }
  expect(committedAt).toBe(4)
})

test.each([0, 1, 2])(
  'of three writes in a turn, number %i that throws is the only one rolled back',
  async (bad) => {
    const { db, write } = openMigrated()
    const addresses = addressesIn(db)
    const outcomes = await Promise.allSettled(
      [0, 1, 2].map((number) =>
        write((tx) => {
          addresses.insert(tx, `10.0.0.${number}`)
          if (number === bad) throw new Error('No luck')
        }),
      ),
    )
    expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(
      [0, 1, 2].map((n) => n === bad),
    )
    expect(addresses.all()).toEqual([0, 1, 2].filter((n) => n !== bad).map((n) => `10.0.0.${n}`))
  },
)

test('a failed commit rejects every write that waits for it, and the next one starts afresh', async () => {
  const { db, write } = openMigrated()
  db.exec(
    'CREATE TABLE children (parent INTEGER REFERENCES users (id) DEFERRABLE INITIALLY DEFERRED)',
  )
  const addresses = addressesIn(db)
  const orphan = sqlOf(db).write('INSERT INTO children VALUES (4711)')
  const told: string[] = []
  const outcomes = await Promise.allSettled([
    write((tx) => {
      tx.afterCommit(() => told.push('first'))
      addresses.insert(tx, '10.0.0.1')
    }),
    write((tx) => orphan.run(tx)),
    write.pending,
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect([addresses.all(), told, db.inTransaction]).toEqual([[], [], false])
  await write((tx) => addresses.insert(tx, '10.0.0.2'))
  expect(addresses.all()).toEqual(['10.0.0.2'])
})

test('a batch that SQLite itself has rolled back fails for all of its writes', async () => {
  const { db, write } = openMigrated()
  db.exec(
    "CREATE TRIGGER full BEFORE INSERT ON addresses WHEN NEW.address = 'full' BEGIN SELECT RAISE(ROLLBACK, 'No room'); END",
  )
  const addresses = addressesIn(db)
  const outcomes = await Promise.allSettled(
    ['10.0.0.1', 'full', '10.0.0.2'].map((address) => write((tx) => addresses.insert(tx, address))),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  expect(addresses.all()).toEqual(['10.0.0.2'])
})

test('operations that cannot run inside a transaction flush pending writes first', async () => {
  const { db, write } = openMigrated()
  const addresses = addressesIn(db)
  const written = write((tx) => addresses.insert(tx, '10.0.0.1'))
  expect(() => db.exec('VACUUM')).toThrow('cannot VACUUM from within a transaction')
  write.flush()
  db.exec('VACUUM')
  await written
  expect(addresses.all()).toEqual(['10.0.0.1'])
})

test('others read events only once they are committed', async () => {
  const { db, write } = openMigrated()
  db.exec("INSERT INTO users (id, name, email, created_at) VALUES (1, 'Ann', 'ann@example.com', 1)")
  const events = createEventLog({ db, now, isChecked: true })
  const written = write((tx) =>
    events.record(tx, { userId: 1, type: 'call.deleted', payload: { id: 1 } }),
  )
  expect(events.after(0)).toEqual([])
  await written
  expect(events.after(0)).toHaveLength(1)
})

test('events and jobs are announced after the commit, and not at all after a rollback', async () => {
  const { db, write } = openMigrated()
  db.exec("INSERT INTO users (id, name, email, created_at) VALUES (1, 'Ann', 'ann@example.com', 1)")
  const events = createEventLog({ db, now, isChecked: true })
  const jobs = createJobQueue(db, now)
  const told: string[] = []
  const tell = (what: string) => () => void told.push(`${what} ${db.inTransaction}`)
  events.onRecorded(tell('event'))
  jobs.onAdded(tell('job'))
  const work = (tx: Tx) => {
    jobs.add(tx, { kind: 'contacts.wipe', payload: {} })
    events.record(tx, { userId: 1, type: 'call.deleted', payload: { id: 1 } })
    expect(told).toEqual([])
  }
  await expect(
    write((tx) => {
      work(tx)
      throw new Error('No luck')
    }),
  ).rejects.toThrow()
  expect(told).toEqual([])
  await write(work)
  expect(told).toEqual(['job false', 'event false'])
})

const server = path.resolve(import.meta.dirname, '../../server')

test('every statement of every set fits the schema, and reads or writes as declared', async () => {
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => readFileSync(path.join(server, file), 'utf8').includes('oncePerDb('))
  for (const file of files) await import(path.join(server, file))
  const { db } = openMigrated()
  expect(prepareAll(db)).toBeGreaterThan(500)
})

test.each([
  ['SELECT fault FROM users', 'read', 'no such column: fault'],
  ['DELETE FROM users', 'read', 'Writes: DELETE FROM users'],
  ['SELECT 1', 'write', 'Only reads: SELECT 1'],
  ['SELECT id FROM users WHERE id = ?1', 'read', 'Numbered parameters: '],
] as const)('%s cannot be declared as a %s', (text, kind, fault) => {
  const { db } = openMigrated()
  const declared: (() => void)[] = []
  sqlOf(db, (prepare) => void declared.push(prepare))[kind](text)
  expect(declared).toHaveLength(1)
  expect(declared[0]).toThrow(fault)
})
