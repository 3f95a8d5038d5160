import type { Sentiment } from '#contracts/evaluations.ts'

/** Words that express a customer's mood, in the seven languages of the built-in model. */
const GLAD =
  /(?<!\p{L})(thanks?|thank you|great|good|perfect|excellent|wonderful|danke|dank|gut|prima|perfekt|merci|bien|parfait|gracias|genial|perfecto|grazie|bene|ottimo|perfetto|obrigad[oa]|bem|[óo]timo|perfeito|bedankt|goed|mooi)(?!\p{L})/giu
const CROSS =
  /(?<!\p{L})(bad|terrible|awful|angry|annoy\w*|complain\w*|useless|never again|not interested|stop calling|schlecht|furchtbar|ver[äa]rgert|kein interesse|nul|mauvais|horrible|f[âa]ch[ée]e?|malo|p[ée]simo|enfadad[oa]|brutto|pessim[oa]|arrabbiat[oa]|ruim|mau|zangad[oa]|slecht|vreselijk|boos)(?!\p{L})/giu

/** Maximum absolute value of the mood score. */
const MAX_MOOD = 3

/** Positive words minus negative words, clamped to -3 to 3. */
export function moodOf(lines: readonly string[]): number {
  const text = lines.join('\n')
  const count = (words: RegExp) => text.match(words)?.length ?? 0
  return Math.min(MAX_MOOD, Math.max(-MAX_MOOD, count(GLAD) - count(CROSS)))
}

/** Classifies a mood score. */
export function sentimentOf(mood: number): Sentiment {
  if (mood === 0) return 'neutral'
  return mood > 0 ? 'positive' : 'negative'
}
