import { z } from 'zod'

/* State of a Sandbox call between two steps, as stored in the jobs table. Times are ms since it was answered. */

const Ms = z.number()

const speech = {
  thought: z.int(),
  utterance: z.int(),
  isLast: z.boolean(),
  voiceSince: Ms.optional(),
}

const phaseOf = <kind extends string, shape extends z.ZodRawShape>(kind: kind, shape: shape) =>
  z.object({ kind: z.literal(kind), ...shape })

/** State of the turn machine. */
const Turns = z.object({
  phase: z.discriminatedUnion('kind', [
    phaseOf('listening', {}),
    phaseOf('hearing', {}),
    phaseOf('settling', { until: Ms }),
    phaseOf('awaiting-text', { until: Ms }),
    phaseOf('thinking', { thought: z.int(), fillerAt: Ms.optional() }),
    phaseOf('speaking', speech),
    phaseOf('held', { ...speech, until: Ms }),
    phaseOf('over', {}),
  ]),
  isVoiceOn: z.boolean(),
  said: z.string(),
  partial: z.string(),
  isTextFinal: z.boolean(),
  thoughts: z.int(),
  hasHeardCustomer: z.boolean(),
  silentSince: Ms,
  quietSince: Ms,
  quietFor: Ms,
  isWarned: z.boolean(),
})

/** The customer: next line, and the words being said. */
const Customer = z.object({
  /** Index of the next line, and of the last one that was said. */
  next: z.int(),
  current: z.int(),
  /** Time at which they speak, or hang up if they have no lines left. */
  cue: Ms.optional(),
  /** Second half of a line that was interrupted midway. */
  rest: z.string().optional(),
  /** `told`: words already heard; -1 before it has started. */
  saying: z.object({ text: z.string(), since: Ms, told: z.int() }).optional(),
  /** Start of what they have said since the last answer. */
  since: Ms.optional(),
  /** They were asked if they are still there. */
  isAsked: z.boolean(),
})

/** Words of the assistant while being spoken: sentences with their positions. */
const Utterance = z.object({
  utterance: z.int(),
  begun: Ms,
  sentences: z.array(z.object({ text: z.string(), startMs: Ms, durationMs: Ms })),
  /** Time since which it is complete. */
  wholeAt: Ms.optional(),
  /** Played until `since`; paused if `since` is missing. */
  playedMs: Ms,
  since: Ms.optional(),
  /** Explanation of the answer, JSON. */
  explanation: z.string().optional(),
})

export const PlayedCall = z.object({
  turns: Turns,
  customer: Customer,
  utterance: Utterance.optional(),
  /** Pending request for the assistant's next words. */
  question: z
    .object({
      thought: z.int(),
      cause: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('greeting') }),
        z.object({ kind: z.literal('reply'), heard: z.string() }),
        z.object({ kind: z.literal('re-engagement') }),
      ]),
    })
    .optional(),
  /** The words found, to be spoken from `at` on. */
  answer: z
    .object({
      thought: z.int(),
      text: z.string(),
      isLast: z.boolean(),
      at: Ms,
      explanation: z.string().optional(),
    })
    .optional(),
  /** Words of the customer that are in the transcript but not answered yet. */
  passedOn: z.string(),
  isEndNear: z.boolean(),
  /** Fillers spoken so far while an answer was awaited, by sentiment. */
  fillers: z.record(z.string(), z.int()).optional(),
})

export type PlayedCall = z.output<typeof PlayedCall>
