import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { figure, median } from './process.ts'
import { type Row, reportText } from './report.ts'

/** A figure of ours beside that of the bare platform, by rounds that took turns. */
export interface Comparison {
  readonly name: string
  readonly ours: readonly number[]
  readonly floor: readonly number[]
  /** The ratio ours ÷ floor that is aimed at. */
  readonly goal: number
  readonly better: 'more' | 'less'
  /** Digits of both figures after the point. */
  readonly digits: number
}

/** Ratios by the name of what was compared. */
export type Landed = Readonly<Record<string, number>>

/** A ratio that is so much worse than the last landed one is a step back, and no longer noise. */
const STEP_BACK = 0.2

const FILE = path.join(import.meta.dirname, 'landed.json')

/** The figures of the last landed state, from one run of a quiet machine. */
export const landedFigures = (): Landed => JSON.parse(readFileSync(FILE, 'utf8'))

/** Keeps these ratios as landed; those of parts that did not run stay. */
export function land(comparisons: readonly Comparison[]): void {
  const own = comparisons.map((one) => [one.name, Number(ratioOf(one).toPrecision(3))] as const)
  const all = { ...landedFigures(), ...Object.fromEntries(own) }
  writeFileSync(FILE, `${JSON.stringify(all, undefined, 2)}\n`)
}

/** The middle of the ratios of all rounds. */
const ratioOf = ({ ours, floor }: Comparison): number => median(ratiosOf({ ours, floor }))

const ratiosOf = ({ ours, floor }: Pick<Comparison, 'ours' | 'floor'>): number[] =>
  ours.map((value, round) => value / floor[round]!)

/** Reports whether a ratio is more than a fifth worse than the landed one. */
export function isStepBack(comparison: Comparison, landed: Landed): boolean {
  const before = landed[comparison.name]
  if (before === undefined) return false
  const ratio = ratioOf(comparison)
  return comparison.better === 'more'
    ? ratio < before * (1 - STEP_BACK)
    : ratio > before / (1 - STEP_BACK)
}

/** Our figure, the floor, the ratio, what is aimed at, and the ratio that landed last. */
export function comparisonText(comparisons: readonly Comparison[], landed: Landed): string {
  const rows = comparisons.map((one): Row => {
    const { name, ours, floor, goal, better, digits } = one
    const isReached = better === 'more' ? ratioOf(one) >= goal : ratioOf(one) <= goal
    return [
      name,
      figure(ours, digits),
      figure(floor, digits),
      figure(ratiosOf(one), 3),
      `${better === 'more' ? '≥' : '≤'} ${goal}${isReached ? '' : ', not reached'}`,
      landed[name] === undefined ? '-' : String(landed[name]),
      ...(isStepBack(one, landed) ? ['A STEP BACK'] : []),
    ]
  })
  return reportText('beside the bare platform', [
    ['', 'ours', 'bare', 'ratio', 'goal', 'landed'],
    ...rows,
  ])
}
