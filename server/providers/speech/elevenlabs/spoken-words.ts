import type { SpokenSound, SpokenWord } from '../speak.ts'
import type { ElevenLabsMessage, TimedCharacter } from './message.ts'

/** Maximum duration of audio held back because its last word may continue in the next chunk, ms. */
const MAX_HELD_MS = 2000

/** Scripts without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]\S*$/u

/** Regroups audio that is split anywhere, even within a word or a sample, into chunks of whole words. */
export interface SpokenWords {
  /** Text was sent: it belongs to the next audio, if the service sends no alignment. */
  expect(text: string): void
  push(message: Pick<ElevenLabsMessage, 'sound' | 'characters'>): SpokenSound[]
  /** Returns the remainder. */
  end(): SpokenSound[]
}

/** Creates a regrouper for audio of one sample rate. */
export function createSpokenWords(rate: number): SpokenWords {
  let oddByte: Buffer = Buffer.alloc(0)
  let sound = new Int16Array()
  let characters: TimedCharacter[] = []
  let expected = ''
  let isAligned = false

  function add({
    sound: bytes,
    characters: more,
  }: Pick<ElevenLabsMessage, 'sound' | 'characters'>) {
    const whole = Buffer.concat([oddByte, bytes])
    oddByte = Buffer.from(whole.subarray(whole.length & ~1))
    const beforeMs = (sound.length / rate) * 1000
    const pcm = new Int16Array(Uint8Array.from(whole.subarray(0, whole.length & ~1)).buffer)
    sound = joined(sound, pcm)
    const lengthMs = (pcm.length / rate) * 1000
    for (const { text, startMs } of more)
      characters.push({ text, startMs: beforeMs + Math.min(startMs, lengthMs) })
    isAligned ||= more.length > 0
  }

  /** Returns everything before a character, and keeps the rest. */
  function cut(at: number): SpokenSound[] {
    const from = characters[at]?.startMs ?? Number.POSITIVE_INFINITY
    const end = Math.min(sound.length, Math.round((from / 1000) * rate))
    const pcm = sound.slice(0, end)
    const spoken = wordsOf(characters.slice(0, at))
    sound = sound.slice(end)
    const startMs = (end / rate) * 1000
    characters = characters.slice(at).map((each) => ({ ...each, startMs: each.startMs - startMs }))
    if (pcm.length === 0 && !spoken) return []
    return [{ pcm, rate, ...(spoken ?? unaligned()) }]
  }

  /** Without alignment, all text sent so far is attributed to the next audio. */
  function unaligned(): Pick<SpokenSound, 'begins'> {
    if (isAligned || expected === '') return {}
    const begins = expected
    expected = ''
    return { begins }
  }

  /** First character of a word that may continue. */
  function unfinished(): number {
    const text = characters.map((each) => each.text).join('')
    if (UNSPACED.test(text)) return characters.length
    const at = characters.findLastIndex((each) => /^\s*$/.test(each.text)) + 1
    const keptMs = (sound.length / rate) * 1000 - (characters[at]?.startMs ?? 0)
    return keptMs > MAX_HELD_MS ? characters.length : at
  }

  return {
    expect(text) {
      expected = `${expected} ${text}`.trim()
    },
    push(message) {
      add(message)
      return cut(unfinished())
    },
    end: () => cut(characters.length),
  }
}

/** Text and word start times of some characters; undefined if there is no text. */
function wordsOf(characters: readonly TimedCharacter[]) {
  const words: SpokenWord[] = []
  let isWithin = false
  for (const { text, startMs } of characters) {
    const isBlank = /^\s*$/.test(text)
    const last = words.at(-1)
    if (!isBlank && isWithin && last) words[words.length - 1] = { ...last, text: last.text + text }
    else if (!isBlank) words.push({ text, startMs })
    isWithin = !isBlank
  }
  if (words.length === 0) return undefined
  const begins = characters
    .map(({ text }) => text)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
  return { begins, words }
}

function joined(before: Int16Array, after: Int16Array): Int16Array<ArrayBuffer> {
  const whole = new Int16Array(before.length + after.length)
  whole.set(before)
  whole.set(after, before.length)
  return whole
}
