import type { Part } from '../part.ts'
import { budgetPart } from './budget.ts'
import { llmFigures } from './run.ts'

const STREAMS = 5556
const INJECTIONS = 50
const LOOPS = 50

/**
 * Models that stop mid-answer, obey anyone and call tools endlessly: none of it is taken for an answer or an
 * order. And five hundred concurrent visitors against a budget: nothing beyond it is spent.
 */
export const llmPart: Part = async (options) => {
  const { seed } = options
  return [
    ...(await llmFigures({ seed, streams: STREAMS, injections: INJECTIONS, loops: LOOPS })),
    ...(await budgetPart(options)),
  ]
}
