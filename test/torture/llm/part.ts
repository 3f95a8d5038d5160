import type { Part } from '../part.ts'
import { llmFigures } from './run.ts'

const STREAMS = 5556
const INJECTIONS = 50
const LOOPS = 50

/** Models that break off, obey everybody and never stop calling: nothing of it is taken for an answer or for an order. */
export const llmPart: Part = ({ seed }) =>
  llmFigures({ seed, streams: STREAMS, injections: INJECTIONS, loops: LOOPS })
