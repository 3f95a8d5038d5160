import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/server.ts'
import { deliver, onGround } from '../torture/delivery/run.ts'

test('visitors’ messages arrive exactly once and in order despite bad networks, page crashes and server kills', async () => {
  const size = { conversations: 20, perBrowser: 10, atOnce: 2 }
  const { storms, truth, serverKills } = await onGround(
    { seed: 20, folder: temporaryFolder() },
    (ground) => deliver(ground, size),
  )
  expect(truth).toMatchObject({ lost: [], doubled: [], outOfOrder: [], torn: [], gaps: 0 })
  // A browser killed before it hears back may leave an empty conversation behind.
  expect(truth.conversations).toBeGreaterThanOrEqual(size.conversations)
  expect(storms.flatMap(({ different, thrown }) => [...different, ...thrown])).toEqual([])
  expect(serverKills).toBeGreaterThan(0)
}, 320_000)
