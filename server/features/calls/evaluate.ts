import type { AnsweredBy } from '#contracts/calls.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { Spoken } from '../../providers/voice/provider.ts'
import type { Ended } from './states.ts'

/** What an evaluation goes by. */
interface Evaluated {
  readonly answeredBy: AnsweredBy
  /** How the call was over. */
  readonly ended: Ended
  readonly spoken: readonly Spoken[]
}

type Sentiment = 'positive' | 'neutral' | 'negative'
type Outcome = 'successful' | 'unsuccessful' | 'incomplete' | 'voicemail' | 'no_conversation'

/** Words that say how a customer feels, in the seven languages of the built-in model. */
const GLAD =
  /(?<!\p{L})(thanks?|thank you|great|good|perfect|excellent|wonderful|danke|dank|gut|prima|perfekt|merci|bien|parfait|gracias|genial|perfecto|grazie|bene|ottimo|perfetto|obrigad[oa]|bem|[óo]timo|perfeito|bedankt|goed|mooi)(?!\p{L})/giu
const CROSS =
  /(?<!\p{L})(bad|terrible|awful|angry|annoy\w*|complain\w*|useless|never again|not interested|stop calling|schlecht|furchtbar|ver[äa]rgert|kein interesse|nul|mauvais|horrible|f[âa]ch[ée]e?|malo|p[ée]simo|enfadad[oa]|brutto|pessim[oa]|arrabbiat[oa]|ruim|mau|zangad[oa]|slecht|vreselijk|boos)(?!\p{L})/giu

/** A call is rated from 0 to 10; this is where it starts. */
const MIDDLE = 5

const BY_OUTCOME: Readonly<Record<Outcome, number>> = {
  successful: 2,
  incomplete: 0,
  unsuccessful: -2,
  voicemail: -3,
  no_conversation: -4,
}

/** Most that the mood counts, either way. */
const MOOD = 3

/** What a call came to, worked out from its words: the same words give the same evaluation. */
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

/** Glad words less cross ones, from -3 to 3. */
function moodOf(lines: readonly string[]): number {
  const text = lines.join('\n')
  const count = (words: RegExp) => text.match(words)?.length ?? 0
  return Math.min(MOOD, Math.max(-MOOD, count(GLAD) - count(CROSS)))
}

function sentimentOf(mood: number): Sentiment {
  if (mood === 0) return 'neutral'
  return mood > 0 ? 'positive' : 'negative'
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
