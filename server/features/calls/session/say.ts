import { createSentences, hasWords } from '../../../providers/speech/sentences.ts'
import type {
  Speaking,
  SpeakOptions,
  SpokenSound,
  Synthesizer,
} from '../../../providers/speech/speak.ts'
import { speakableText } from './speakable-text.ts'

interface Voice {
  readonly synthesizer: Synthesizer
  readonly voice: Omit<SpeakOptions, 'signal'>
}

interface Answer {
  /** Streams words; returns whether the call ends with them. */
  readonly words: AsyncGenerator<string, boolean>
  readonly signal: AbortSignal
  readonly onEnd: (isLast: boolean) => void
}

/** Streams an answer as audio. Words before a failure are still spoken. */
export async function* soundOf(
  { synthesizer, voice }: Voice,
  { words, signal, onEnd }: Answer,
): AsyncGenerator<SpokenSound> {
  const speaking = synthesizer.open({ ...voice, signal })
  const fed = feed(speaking, words)
    .then(onEnd)
    .finally(() => speaking.flush())
  // Awaited only after the audio.
  fed.catch(() => {})
  yield* speaking.audio
  await fed
}

/** Synthesizes a phrase. */
export async function* soundOfPhrase(
  { synthesizer, voice }: Voice,
  phrase: string,
  signal: AbortSignal,
): AsyncGenerator<SpokenSound> {
  const speaking = synthesizer.open({ ...voice, signal })
  speaking.say(speakableText(phrase))
  speaking.flush()
  yield* speaking.audio
}

/** Feeds an answer to a synthesizer sentence by sentence; returns whether the call ends with it. */
async function feed(speaking: Speaking, words: AsyncGenerator<string, boolean>): Promise<boolean> {
  const sentences = createSentences()
  const say = (pieces: readonly string[]): void => {
    for (const piece of pieces.map(speakableText)) if (hasWords(piece)) speaking.say(piece)
  }
  for (;;) {
    const { done, value } = await words.next()
    if (done) {
      say(sentences.end())
      return value
    }
    say(sentences.push(value))
  }
}
