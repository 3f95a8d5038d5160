import type { AnsweredBy } from '#contracts/enums.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { Spoken } from '../../providers/voice/provider.ts'
import { moodOf, sentimentOf } from '../conversations/evaluation/mood.ts'
import type { Ended } from './states.ts'

/** Input of an evaluation. */
interface Evaluated {
  readonly answeredBy: AnsweredBy
  /** Final status of the call. */
  readonly ended: Ended
  readonly spoken: readonly Spoken[]
}

type Outcome = 'successful' | 'unsuccessful' | 'incomplete' | 'voicemail' | 'no_conversation'

/** A call is rated from 0 to 10; this is where it starts. */
const MIDDLE = 5

const BY_OUTCOME: Readonly<Record<Outcome, number>> = {
  successful: 2,
  incomplete: 0,
  unsuccessful: -2,
  voicemail: -3,
  no_conversation: -4,
}

/** Evaluates a call by its words alone: the same words give the same evaluation. */
export function evaluate(call: Evaluated): JsonObject {
  const lines = call.spoken.filter(({ speaker }) => speaker === 'customer')
  const mood = call.answeredBy === 'machine' ? 0 : moodOf(lines.map(({ content }) => content))
  const outcome = outcomeOf(call, lines.length, mood)
  return {
    sentiment: sentimentOf(mood),
    outcome,
    score: Math.min(10, Math.max(0, MIDDLE + BY_OUTCOME[outcome] + mood)),
  }
}

/** Whoever hangs up after a sentence or two was not served. */
const SHORT = 2

function outcomeOf({ answeredBy, ended }: Evaluated, lines: number, mood: number): Outcome {
  if (answeredBy === 'machine') return 'voicemail'
  if (lines === 0) return 'no_conversation'
  if (mood < 0) return 'unsuccessful'
  if (ended === 'ended') return 'incomplete'
  return ended === 'ended_by_customer' && lines < SHORT ? 'unsuccessful' : 'successful'
}
