import type { SpokenSound, SpokenWord } from '../speak.ts'
import type { ElevenLabsMessage, TimedCharacter } from './message.ts'

/** Longest end of a piece that is kept back because a word may go on in the next one, ms. */
const LONGEST_WORD_MS = 2000

/** Scripts without blanks between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]\S*$/u

/** Makes pieces of sound with whole words of sound that is cut anywhere, also in the middle of a word or of a sample. */
export interface SpokenWords {
  /** Text has been sent: it sounds in what comes, if the service does not say so itself. */
  expect(text: string): void
  push(message: Pick<ElevenLabsMessage, 'sound' | 'characters'>): SpokenSound[]
  /** The rest. */
  end(): SpokenSound[]
}

/** For sound of one rate. */
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

  /** Gives away what comes before a character, and keeps the rest. */
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

  /** From a service that gives no times the text sounds at once, as far as it has been sent. */
  function unaligned(): Pick<SpokenSound, 'begins'> {
    if (isAligned || expected === '') return {}
    const begins = expected
    expected = ''
    return { begins }
  }

  /** First character of a word that may go on. */
  function unfinished(): number {
    const text = characters.map((each) => each.text).join('')
    if (UNSPACED.test(text)) return characters.length
    const at = characters.findLastIndex((each) => /^\s*$/.test(each.text)) + 1
    const keptMs = (sound.length / rate) * 1000 - (characters[at]?.startMs ?? 0)
    return keptMs > LONGEST_WORD_MS ? characters.length : at
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

/** The text of some characters and when its words begin; undefined where there is none. */
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
