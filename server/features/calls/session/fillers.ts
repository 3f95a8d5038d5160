import type { FillerConfig } from '#contracts/assistant-fields.ts'
import { moodOf } from '../../conversations/evaluation/mood.ts'

/** Question words in the languages of the built-in model; in others a question mark decides. */
const ASKS =
  /^(?:(?:and|so|und|et|y|e|en) )?(?:who|what|when|where|why|which|how|can|could|do|does|is|are|will|would|wer|was|wann|wo|warum|wieso|welche[rsn]?|wie|kann|können|haben|gibt|qui|que|quand|où|pourquoi|quel(?:le)?s?|comment|combien|est-ce|quién|qué|cuándo|dónde|cuál|cómo|cuánto|chi|cosa|quando|dove|perché|quale|come|quanto|quem|onde|qual|wie|wat|wanneer|waar|waarom|welke|hoe|kunt|heeft)(?![\p{L}'])/iu

/** Mood of a customer's words: negative or positive words first, then questions. */
function moodIn(heard: string): keyof FillerConfig {
  const mood = moodOf([heard])
  if (mood < 0) return 'negative'
  if (/[?؟？]\s*$/u.test(heard) || ASKS.test(heard.trim())) return 'question'
  return mood > 0 ? 'positive' : 'neutral'
}

/**
 * Chooses fillers: the phrases of each mood in rotation.
 * @param said number of fillers said so far per mood, which is updated
 */
export function createFillers(
  config: FillerConfig,
  said: Record<string, number> = {},
): (heard: string) => string | undefined {
  return (heard) => {
    const mood = moodIn(heard)
    const phrases = config[mood].filter((phrase) => phrase.trim() !== '')
    const before = said[mood] ?? 0
    said[mood] = before + 1
    return phrases[before % phrases.length]
  }
}
