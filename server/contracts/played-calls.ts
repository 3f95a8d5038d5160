import { z } from 'zod'

/*
 * A call in the Sandbox between two of its steps, as the jobs table keeps it. Times are ms since it was answered.
 */

const Ms = z.number()

const speech = {
  thought: z.int(),
  utterance: z.int(),
  isLast: z.boolean(),
  voiceSince: Ms.optional(),
}

const phaseOf = <kind extends string, shape extends z.ZodRawShape>(kind: kind, shape: shape) =>
  z.object({ kind: z.literal(kind), ...shape })

/** The turns of a call: who has the word. */
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

/** The customer: their next line, and the words that they are saying. */
const Customer = z.object({
  /** Number of the line that is said next, and of the one that was said last. */
  next: z.int(),
  current: z.int(),
  /** When they speak, or hang up if they have nothing left to say. */
  cue: Ms.optional(),
  /** Second half of a line that they have stopped in. */
  rest: z.string().optional(),
  /** `told`: words of it that were heard so far; -1 before it has begun. */
  saying: z.object({ text: z.string(), since: Ms, told: z.int() }).optional(),
  /** When what they have said since the last answer began. */
  since: Ms.optional(),
  /** They were asked whether they are there. */
  isAsked: z.boolean(),
})

/** Words of the assistant while they are said: sentences with their places. */
const Utterance = z.object({
  utterance: z.int(),
  begun: Ms,
  sentences: z.array(z.object({ text: z.string(), startMs: Ms, durationMs: Ms })),
  /** Since when nothing is added to it any more. */
  wholeAt: Ms.optional(),
  /** So much of it was played until `since`; it stands still where that is missing. */
  playedMs: Ms,
  since: Ms.optional(),
})

export const PlayedCall = z.object({
  turns: Turns,
  customer: Customer,
  utterance: Utterance.optional(),
  /** The assistant is to find words for this. */
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
  /** The words that were found, to be said from `at` on. */
  answer: z.object({ thought: z.int(), text: z.string(), isLast: z.boolean(), at: Ms }).optional(),
  /** Words of the customer that are in the transcript and not answered yet. */
  passedOn: z.string(),
  isEndNear: z.boolean(),
  /** Phrases of each mood that were said while an answer was found. */
  fillers: z.record(z.string(), z.int()).optional(),
})

export type PlayedCall = z.output<typeof PlayedCall>
