import type { Part } from '../part.ts'
import { killFigures } from './kill-figures.ts'

/** Webhooks and what leaves the machine (THREATS, group E). */
export const webhooksPart: Part = async ({ seed, folder }) => [
  ...(await killFigures({ folder, seed, events: 5000, kills: 100 })),
]
