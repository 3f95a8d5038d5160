import type { SpokenSentence } from '../../../providers/speech/alignment.ts'
import type { SpokenSound } from '../../../providers/speech/speak.ts'
import { heardText, type PlacedSentence } from './heard.ts'

/** Guess at the sound of a character while a sentence is not whole, ms. */
const CHARACTER_MS = 60

type Growing = { -readonly [key in keyof PlacedSentence]: PlacedSentence[key] }

/** Text of an utterance, placed in its sound as that comes. */
export interface SpokenText {
  add(sound: SpokenSound): void
  /** No sound of the last sentence follows: it is as long as it is. */
  end(): void
  /** Text that was heard once so much of the sound had been played, ms. */
  heard(ms: number): string
}

export function createSpokenText(): SpokenText {
  const sentences: Growing[] = []
  let lengthMs = 0
  let isEnded = false

  /** A sentence that still grows is not yet as short as its sound. */
  function whole(sentence: PlacedSentence, index: number): PlacedSentence {
    const isGrowing = !isEnded && index === sentences.length - 1
    const least = isGrowing ? sentence.text.length * CHARACTER_MS : 0
    const durationMs: SpokenSentence['durationMs'] = Math.max(sentence.durationMs, least)
    return { ...sentence, durationMs }
  }

  return {
    add({ pcm, rate, begins: text, goesOn = '', words }) {
      if (text !== undefined) {
        isEnded = false
        sentences.push({ text, startMs: lengthMs, durationMs: 0, ...(words && { words }) })
      }
      const ms = (pcm.length / rate) * 1000
      lengthMs += ms
      const last = sentences.at(-1)
      if (!last) return
      last.durationMs += ms
      last.text += goesOn
    },
    end() {
      isEnded = true
    },
    heard: (ms) => heardText(sentences.map(whole), ms),
  }
}
