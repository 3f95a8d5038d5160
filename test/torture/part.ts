import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** One figure of a part: its value, and whether it holds. */
export interface Figure {
  readonly name: string
  readonly value: string
  readonly holds: boolean
}

/** One part of the torture. The seed makes its random choices reproducible. */
export type Part = (options: {
  readonly seed: number
  readonly folder: string
}) => Promise<Figure[]>

/** A figure that must have a certain value. */
export function mustBe(name: string, actual: string | number, wanted: string | number): Figure {
  const holds = actual === wanted
  return { name, value: holds ? String(actual) : `${actual}, not ${wanted}`, holds }
}

/** Random numbers from 0 to 1, reproducible from a seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Runs one part in its own folder, prints its figures, and fails the process when one of them does not hold. */
export async function runPart(name: string, part: Part, seed: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-torture-'))
  const begun = performance.now()
  try {
    const figures = await part({ seed, folder })
    console.log(`\n${name} (${((performance.now() - begun) / 1000).toFixed(0)} s)`)
    for (const figure of figures)
      console.log(`  ${figure.holds ? 'ok  ' : 'FAIL'} ${figure.name}: ${figure.value}`)
    if (figures.some(({ holds }) => !holds)) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
