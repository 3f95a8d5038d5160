import { createChance } from '../../server/features/demo/chance.ts'
import type { FlowName } from './flows.ts'

/** A load profile: flows by weight, and who answers the chats. */
export interface Mix {
  readonly name: string
  readonly weights: Readonly<Record<FlowName, number>>
  readonly hasOutsideModel: boolean
  /** Flows per second at which the search for the ceiling starts. */
  readonly from: number
}

/**
 * The demand model (docs/SCALING.md): a tenth of a day's visitors come in the busiest hour, and twice its
 * average rate in its busiest minute, so one visitor a day is 1/18,000 per second then. The table below has
 * the number of each flow that a visitor causes.
 */
export const SECONDS_OF_A_DAY = 18_000
export const PER_VISITOR: Readonly<Record<FlowName, number>> = {
  visit: 3,
  chat: 0.03,
  exchange: 0.018,
}

const only = (name: FlowName): Mix['weights'] => ({ visit: 0, chat: 0, exchange: 0, [name]: 1 })

export const MIXES: readonly Mix[] = [
  { name: 'visits', weights: only('visit'), hasOutsideModel: false, from: 400 },
  { name: 'chats, built-in model', weights: only('chat'), hasOutsideModel: false, from: 30 },
  { name: 'chats, model at 300 ms', weights: only('chat'), hasOutsideModel: true, from: 20 },
  { name: 'desk of 20 operators', weights: only('exchange'), hasOutsideModel: false, from: 30 },
  { name: 'a website’s day', weights: PER_VISITOR, hasOutsideModel: true, from: 100 },
]

/** Mixes that nobody has tuned for, generated from a seed. With five mixes and the calls, three are a third of all. */
export function drawnMixes(seed: number, count = 3): Mix[] {
  const chance = createChance(seed)
  return Array.from({ length: count }, (_, index) => {
    const weights = {
      visit: 1 + chance.below(60),
      chat: 1 + chance.below(10),
      exchange: 1 + chance.below(10),
    }
    const text = Object.values(weights).join(' : ')
    return {
      name: `drawn ${index + 1}: visits : chats : exchanges = ${text}`,
      weights,
      hasOutsideModel: chance.happens(0.5),
      from: 20,
    }
  })
}

/**
 * Visitors per day whose busiest minute causes this many flows per second, limited by the flow that is
 * exhausted first.
 */
export function visitorsADay({ weights }: Mix, perSecond: number): number {
  const all = Object.values(weights).reduce((sum, weight) => sum + weight, 0)
  const names = (Object.keys(weights) as FlowName[]).filter((name) => weights[name] > 0)
  const each = names.map((name) => ((weights[name] / all) * perSecond) / PER_VISITOR[name])
  return Math.min(...each) * SECONDS_OF_A_DAY
}
