import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { figure, median } from './process.ts'
import { type Row, reportText } from './report.ts'

/** A figure of ours and the bare platform's, from alternating rounds. */
export interface Comparison {
  readonly name: string
  readonly ours: readonly number[]
  readonly floor: readonly number[]
  /** The target ratio ours ÷ floor. */
  readonly goal: number
  readonly better: 'more' | 'less'
  /** Decimal places of both figures. */
  readonly digits: number
}

/** Ratios by the name of the comparison. */
export type Landed = Readonly<Record<string, number>>

/** Relative loss against the accepted ratio above which it is a regression rather than noise. */
const STEP_BACK = 0.2

const FILE = path.join(import.meta.dirname, 'landed.json')

/** The accepted figures, from one run on an idle machine. */
export const landedFigures = (): Landed => JSON.parse(readFileSync(FILE, 'utf8'))

/** Saves these ratios as accepted; those of parts that did not run stay. */
export function land(comparisons: readonly Comparison[]): void {
  const own = comparisons.map((one) => [one.name, Number(ratioOf(one).toPrecision(3))] as const)
  const all = { ...landedFigures(), ...Object.fromEntries(own) }
  writeFileSync(FILE, `${JSON.stringify(all, undefined, 2)}\n`)
}

/** The median of the ratios of all rounds. */
const ratioOf = ({ ours, floor }: Comparison): number => median(ratiosOf({ ours, floor }))

const ratiosOf = ({ ours, floor }: Pick<Comparison, 'ours' | 'floor'>): number[] =>
  ours.map((value, round) => value / floor[round]!)

/** Reports whether a ratio is more than a fifth worse than the accepted one. */
export function isStepBack(comparison: Comparison, landed: Landed): boolean {
  const before = landed[comparison.name]
  if (before === undefined) return false
  const ratio = ratioOf(comparison)
  return comparison.better === 'more'
    ? ratio < before * (1 - STEP_BACK)
    : ratio > before / (1 - STEP_BACK)
}

/** Our figure, the floor, the ratio, the target, and the accepted ratio. */
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
