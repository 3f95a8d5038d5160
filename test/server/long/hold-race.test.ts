import { expect, test } from 'vitest'
import { type HoldTrial, tryHold } from '../../support/hold-trial.ts'
import { delayAnswers } from '../../support/holds.ts'
import { startServer } from '../../support/server.ts'

/** `npm run torture -- takeover` makes a thousand. */
const TRIALS = 200
const AT_ONCE = 10
/** Trials whose time is measured, one after the other. */
const TIMED = 100

test('after a hold nothing reaches the visitor, whenever it comes, in 200 trials', {
  timeout: 600_000,
}, async () => {
  const server = await startServer({
    limits: { builtInWordMs: 10, deltaMs: 3, presenceMs: 600_000 },
  })
  await delayAnswers(server, 0.02)
  const held: HoldTrial[] = []
  let number = 0
  const run = async (count: number) => {
    const numbers = Array.from({ length: count }, () => number++)
    const results = await Promise.all(numbers.map((one) => tryHold(server, one)))
    held.push(...results.filter((one) => one !== undefined))
  }
  while (held.length < TIMED && number < 2 * TIMED) await run(1)
  const times = held.map(({ ms }) => ms).sort((a, b) => a - b)
  while (held.length < TRIALS && number < 3 * TRIALS) await run(AT_ONCE)
  const late = held.filter((one) => one.late !== 0).length
  const [p50, p95] = [0.5, 0.95].map((share) => times[Math.floor(times.length * share)]!)
  process.stdout.write(
    `${held.length} holds: ${late} with text after the hold; p50 ${p50!.toFixed(1)} ms, p95 ${p95!.toFixed(1)} ms of the first ${times.length}, one after the other\n`,
  )
  expect(held.length).toBeGreaterThanOrEqual(TRIALS)
  expect(late).toBe(0)
  // Most trials held something back, so that there was something to get wrong.
  expect(held.filter(({ rest }) => rest !== '').length).toBeGreaterThan(TRIALS / 2)
})
