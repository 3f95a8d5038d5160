import { wavFile } from '../../media/wav.ts'
import type { Sound, Synthesizer } from '../../providers/speech/speak.ts'
import sentences from './sample-sentences.json' with { type: 'json' }

/** Voice and language of a sample. */
interface Said {
  readonly voice: string
  readonly language: string
  readonly signal: AbortSignal
}

/** Sound of one sentence, at one rate. */
export interface Sample extends Sound {
  /** From the request until the first sound, ms. */
  readonly firstSoundMs: number
}

/** Longest sample, seconds: a service that speaks for longer says something else. */
const MAX_SECONDS = 20

/** The sentence of a sample in a language, in English where there is none. */
export const sentenceOf = (language: string): string =>
  (sentences as Readonly<Record<string, string>>)[language] ?? sentences.en

/**
 * Has a voice say a short sentence; undefined where nothing comes.
 * @throws SpeechError
 */
export async function sampleOf(
  { now }: { readonly now: () => Date },
  synthesizer: Synthesizer,
  { voice, language, signal }: Said,
): Promise<Sample | undefined> {
  const begun = now().getTime()
  const speaking = synthesizer.open({
    voice,
    language,
    speed: 1,
    stability: 0.7,
    similarity: 0.5,
    signal,
  })
  speaking.say(sentenceOf(language))
  speaking.flush()
  const parts: Int16Array[] = []
  let first: { readonly rate: number; readonly firstSoundMs: number } | undefined
  let samples = 0
  for await (const { pcm, rate } of speaking.audio) {
    first ??= { rate, firstSoundMs: now().getTime() - begun }
    parts.push(pcm)
    samples += pcm.length
    if (samples > MAX_SECONDS * rate) break
  }
  if (!first) return undefined
  const pcm = new Int16Array(samples)
  let at = 0
  for (const part of parts) {
    pcm.set(part, at)
    at += part.length
  }
  return { ...first, pcm }
}

/** A sample as a file. */
export const wavOf = ({ pcm, rate }: Sound): Buffer =>
  Buffer.from(wavFile({ encoding: 'pcm16', rate, channels: 1 }, [pcm]))
