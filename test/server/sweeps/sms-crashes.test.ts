import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { isWhole } from '../../support/sample.ts'
import { temporaryFolder } from '../../support/server.ts'
import { audit } from '../../torture/money/books.ts'
import { CRASH_POINT_NAMES } from '../../torture/money/crash-points.ts'
import { OUTCOME_NAMES } from '../../torture/money/outcomes.ts'
import { ALL_COMBINATIONS, crash, repeat, spendAtOnce, storm } from '../../torture/money/runs.ts'
import { createRandom } from '../../torture/part.ts'

/*
 * The short version of `npm run torture -- money`: real processes, real files, real kills. The fast ring has
 * none of them.
 */

const clean = { mostArrivals: 1, mostRecords: 1, negative: 0, difference: 0, wrong: [], open: 0 }

function ownFolder(name: string): string {
  const folder = path.join(temporaryFolder(), name)
  mkdirSync(folder)
  return folder
}

test.runIf(isWhole)(
  'a balance for 12 of 200 messages buys twelve, in a real process too',
  async () => {
    const folder = ownFolder('once')
    expect(await spendAtOnce(folder)).toEqual({ sent: 12, refused: 188, balance: 0 })
    expect(audit(folder)).toMatchObject({ ...clean, messages: 12 })
  },
  60_000,
)

test.runIf(isWhole)(
  'a key gets one response for every outcome, and another body none',
  async () => {
    const folder = ownFolder('repeat')
    for (const retries of await repeat(folder))
      expect(retries).toEqual({ answers: 21, different: 1, otherBody: 422 })
    expect(audit(folder)).toMatchObject({ ...clean, messages: OUTCOME_NAMES.length })
  },
  60_000,
)

test.runIf(isWhole)(
  'a kill at any point loses no money, sends nothing twice and leaves nothing open',
  async () => {
    const folder = ownFolder('crash')
    // Every point once, each with another outcome; the torture runs all combinations.
    const combinations = CRASH_POINT_NAMES.map((point, index) => {
      const all = ALL_COMBINATIONS.filter(([of]) => of === point)
      return all[(index * 2) % all.length]!
    })
    const { survived, retries } = await crash(folder, combinations)
    expect(survived).toEqual([])
    for (const after of retries)
      expect(after).toEqual({ answers: 21, different: 1, otherBody: 422 })
    expect(audit(folder)).toMatchObject({ ...clean, messages: combinations.length })
  },
  240_000,
)

test.runIf(isWhole)(
  'kills amid many senders lose no money and send nothing twice',
  async () => {
    const folder = ownFolder('storm')
    const random = createRandom(1)
    const weather = await storm(folder, { operations: 150, kills: 2, senders: 8, random })
    expect(weather).toEqual({ operations: 150, kills: 2, changed: 0 })
    expect(audit(folder)).toMatchObject({ ...clean, messages: 150 })
  },
  240_000,
)
