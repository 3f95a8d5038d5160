import type { SpokenSentence } from '../../../providers/speech/alignment.ts'
import type { SpokenSound } from '../../../providers/speech/speak.ts'
import { heardText, type PlacedSentence } from './heard.ts'

/** Estimated duration of a character while a sentence is incomplete, ms. */
const CHARACTER_MS = 60

type Growing = { -readonly [key in keyof PlacedSentence]: PlacedSentence[key] }

/** Aligns the text of an utterance with its audio as it arrives. */
export interface SpokenText {
  add(sound: SpokenSound): void
  /** The audio of the last sentence is complete. */
  end(): void
  /** Text heard after the given amount of audio was played, ms. */
  heard(ms: number): string
}

export function createSpokenText(): SpokenText {
  const sentences: Growing[] = []
  let lengthMs = 0
  let isEnded = false

  /** An incomplete sentence lasts at least as long as estimated from its text. */
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
