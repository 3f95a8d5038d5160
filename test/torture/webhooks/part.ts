import type { Figure, Part } from '../part.ts'
import { asleepFigures } from './asleep.ts'
import { crowdFigures } from './crowd.ts'
import { endFigures } from './ends.ts'
import { givenUpFigures } from './given-up.ts'
import { insideFigures } from './inside.ts'
import { jumpFigures } from './jumps.ts'
import { killFigures } from './kill-figures.ts'
import { rudeFigures } from './rude.ts'
import { scheduleFigures } from './schedule.ts'

/**
 * Webhooks and what leaves the machine (docs/spec/threats.md, group E). Parts covered by a fast test are not
 * repeated: signatures and responses in `webhooks.test.ts`, the switches of an assistant in
 * `calls-after.test.ts`.
 */
export const webhooksPart: Part = async ({ seed, folder }) => {
  const figures: Figure[] = []
  for (const run of [
    () => crowdFigures(),
    () => rudeFigures(),
    () => insideFigures(),
    () => scheduleFigures(seed, 200),
    () => jumpFigures(seed, 25),
    () => asleepFigures(seed, 5000),
    () => givenUpFigures(seed, 20),
    () => endFigures(seed, 50),
    () => killFigures({ folder, seed, events: 5000, kills: 100 }),
  ])
    figures.push(...(await run()))
  return figures
}
