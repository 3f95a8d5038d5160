import type { Figure, Part } from '../part.ts'
import { tryArchives } from './archives.ts'
import { tryDoors } from './doors.ts'
import { tryOrigins } from './origins.ts'
import { tryVariables } from './variables.ts'

/** Attempts of an attacker, and those that succeeded. */
export interface Campaign {
  readonly attempts: number
  /** A line per successful attempt. */
  readonly successes: readonly string[]
}

/** Tries to break in at every endpoint, as every principal with some credential (docs/spec/threats.md, group L). */
export const intruderPart: Part = async ({ seed, folder }) => [
  figureOf('every principal × every endpoint × foreign and missing ids', await tryDoors()),
  figureOf('hostile variables of visitors', await tryVariables(seed)),
  figureOf('spoiled archives', await tryArchives(seed, folder)),
  figureOf('cookies and origins', await tryOrigins()),
]

function figureOf(name: string, { attempts, successes }: Campaign): Figure {
  for (const line of successes.slice(0, 10)) console.log(`    ${line.slice(0, 300)}`)
  return {
    name,
    value: `${attempts} attempts, ${successes.length} successes`,
    holds: attempts > 0 && successes.length === 0,
  }
}
