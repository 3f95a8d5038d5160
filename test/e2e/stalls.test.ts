import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { live } from '../support/life.ts'
import { temporaryFolder } from '../support/server.ts'
import { BUILT } from '../support/server-process.ts'

/** Blocks the event loop for 100 ms and then for 600 ms on each signal. */
const STANDS_STILL = `
  process.on('SIGUSR2', () => {
    standBriefly()
    setTimeout(standForLong, 300)
  })
  function standBriefly() { spin(100) }
  function standForLong() { spin(600) }
  function spin(ms) {
    const end = performance.now() + ms
    while (performance.now() < end) Math.sqrt(end)
  }
`

test('a long event-loop stall is logged with the function that caused it', async () => {
  const folder = temporaryFolder()
  const preload = path.join(folder, 'stands-still.mjs')
  const log = path.join(folder, 'log')
  writeFileSync(preload, STANDS_STILL)
  const env = { NODE_OPTIONS: `--import=${preload}` }
  const life = await live({ dataDir: temporaryFolder(), main: BUILT, env, log })
  const stalls = () =>
    readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line.includes('stood still'))
      .map((line) => JSON.parse(line) as { stall_ms: number; stack: string[] })
  await expect
    .poll(
      () => {
        life.child.kill('SIGUSR2')
        return stalls().some(({ stack }) => stack.some((frame) => frame.startsWith('standForLong')))
      },
      { interval: 2000 },
    )
    .toBe(true)
  expect(stalls()[0]!.stack).toEqual([])
  for (const { stall_ms: ms, stack } of stalls()) {
    expect(ms).toBeGreaterThanOrEqual(200)
    expect(stack.join('\n')).not.toContain('standBriefly')
  }
  expect(await life.end('SIGTERM')).toBe(0)
})
