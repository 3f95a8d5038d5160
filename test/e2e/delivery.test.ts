import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/server.ts'
import { deliver, onGround } from '../torture/delivery/run.ts'

test('what visitors type arrives once and in order through bad networks, dying pages and a dying server', async () => {
  const size = { conversations: 8, perBrowser: 8, atOnce: 1 }
  const { storms, truth, serverKills } = await onGround(
    { seed: 20, folder: temporaryFolder() },
    (ground) => deliver(ground, size),
  )
  expect(truth).toMatchObject({ lost: [], doubled: [], outOfOrder: [], torn: [], gaps: 0 })
  expect(truth.conversations).toBe(size.conversations)
  expect(storms.flatMap(({ different, thrown }) => [...different, ...thrown])).toEqual([])
  expect(serverKills).toBeGreaterThan(0)
}, 320_000)
