import { createChance } from '../../server/features/demo/chance.ts'
import type { FlowName } from './flows.ts'

/** Loads of one kind: flows by weight, and who answers chats. */
export interface Mix {
  readonly name: string
  readonly weights: Readonly<Record<FlowName, number>>
  readonly hasOutsideModel: boolean
  /** Flows per second that the search for the ceiling begins with. */
  readonly from: number
}

/**
 * The demand model (docs/SCALING.md): of a day's visitors a tenth comes in the busiest hour, and in its busiest minute twice
 * as many as on average in it: a visitor a day is 1/18,000 a second then. So many flows each of them causes.
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

/** Mixes that nobody has tuned for: those of a seed. With five mixes and the calls, three are a third of all. */
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

/** Visitors a day whose busiest minute causes so many flows a second: those of which there are too many first count. */
export function visitorsADay({ weights }: Mix, perSecond: number): number {
  const all = Object.values(weights).reduce((sum, weight) => sum + weight, 0)
  const names = (Object.keys(weights) as FlowName[]).filter((name) => weights[name] > 0)
  const each = names.map((name) => ((weights[name] / all) * perSecond) / PER_VISITOR[name])
  return Math.min(...each) * SECONDS_OF_A_DAY
}
