import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mergeIndexes } from '../../server/db/merge-index.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openDb } from '../../server/db/open.ts'
import { createWrite } from '../../server/db/write.ts'
import { emptyDataFolder } from '../support/server.ts'

const ERASED = 'zygotope'

function indexOf(name: string) {
  const db = openDb(path.join(emptyDataFolder(), 'parley.db'))
  onTestFinished(() => void db.close())
  migrate(db)
  const insert = db.prepare(`INSERT INTO ${name} (rowid, body) VALUES (?, ?)`)
  const remove = db.prepare(`INSERT INTO ${name} (${name}, rowid, body) VALUES ('delete', ?, ?)`)
  const blocks = db.prepare<[], Buffer>(`SELECT block FROM ${name}_data`).pluck()
  const matches = db.prepare<[string], number>(
    `SELECT rowid FROM ${name} WHERE ${name} MATCH ? ORDER BY rowid`,
  )
  let id = 0
  const inOneCommit = (work: () => void): void => db.transaction(work)()
  return {
    add: (count: number) =>
      inOneCommit(() => {
        for (let row = 0; row < count; row += 1) insert.run(++id, `neighbour w${id % 1009} ${id}`)
      }),
    /** Adds a document and deletes it again in another commit. */
    erase(): void {
      insert.run(1_000_000, ERASED)
      remove.run(1_000_000, ERASED)
    },
    merge: () => mergeIndexes(db, createWrite(db), () => Promise.resolve()),
    /** Reports whether any part of the word is left; the trigrams of an index are such parts. */
    isLeft: () => blocks.all().some((block) => /zygotope|ygo/.test(block.toString('latin1'))),
    found: () => matches.pluck().all('neighbour').length,
    all: () => id,
    check: () => db.exec(`INSERT INTO ${name} (${name}) VALUES ('integrity-check')`),
    matches: (word: string) => matches.all(word).length,
  }
}

test.each(['search_fts', 'contacts_fts'])(
  'deleted words are gone from %s after a merge, whatever the sizes of what was added before',
  async (name) => {
    const index = indexOf(name)
    // Rising sizes move older segments to lower levels, which leaves the highest level empty.
    for (const count of [300, 30, 600, 1, 0, 900]) {
      index.add(count)
      index.erase()
      await index.merge()
      expect(index.isLeft(), `after ${count}`).toBe(false)
      expect(index.found()).toBe(index.all())
    }
    expect(index.matches('"\ue000\ue001\ue002"') + index.matches('"\ue003\ue004\ue005"')).toBe(0)
    index.check()
  },
)

test('a series of erasures is no problem for an index', async () => {
  const index = indexOf('search_fts')
  for (let round = 0; round < 40; round += 1) {
    index.add((round * 37) % 23)
    index.erase()
    await index.merge()
    expect(index.isLeft(), `round ${round}`).toBe(false)
  }
  expect(index.found()).toBe(index.all())
  index.check()
})
