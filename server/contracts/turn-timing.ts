import { z } from 'zod'

/** Latency breakdown of an answer: times since the customer stopped speaking, ms. */
export const TurnTiming = z.object({
  heard_ms: z.int().describe('Time until the words were recognised, ms.'),
  thought_ms: z.int().nullable().describe('Time until the first word of the answer, ms.'),
  sound_ms: z.int().nullable().describe('Time until the first sound of the answer, ms.'),
})
export type TurnTiming = z.output<typeof TurnTiming>
