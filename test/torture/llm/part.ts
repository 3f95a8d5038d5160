import type { Part } from '../part.ts'
import { budgetPart } from './budget.ts'
import { llmFigures } from './run.ts'

const STREAMS = 5556
const INJECTIONS = 50
const LOOPS = 50

/**
 * Models that break off, obey everybody and never stop calling: nothing of it is taken for an answer or for an order. And
 * five hundred visitors at once against a budget: nothing beyond it is spent.
 */
export const llmPart: Part = async (options) => {
  const { seed } = options
  return [
    ...(await llmFigures({ seed, streams: STREAMS, injections: INJECTIONS, loops: LOOPS })),
    ...(await budgetPart(options)),
  ]
}
