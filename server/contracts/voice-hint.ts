/** Language and gender, as far as a voice's name reveals them. */
export interface VoiceHint {
  /** ISO 639-1 code. */
  readonly language: string
  readonly gender: 'male' | 'female'
}

/** First letter of Kokoro's voice names: the language of the voice. */
const KOKORO: Readonly<Record<string, string>> = {
  a: 'en',
  b: 'en',
  e: 'es',
  f: 'fr',
  h: 'hi',
  i: 'it',
  j: 'ja',
  p: 'pt',
  z: 'zh',
}

/** Male voices of the OpenAI API, and male names among Piper's voices. */
const MEN =
  /^(echo|onyx|fable|ash|verse|ballad|cedar)$|[-_](ryan|joe|john|alan|thorsten|karlsson|davefx|carlfm|gilles|tom|riccardo|faber|dmitri|denis|ruslan|male)\b/i

/** Infers the language and gender of a voice from its name; defaults to English and female. */
export function hintOf(voice: string): VoiceHint {
  const [, letter, sex] = /^([abefhijpz])([fm])_\w/.exec(voice) ?? []
  if (letter && sex) return { language: KOKORO[letter]!, gender: sex === 'm' ? 'male' : 'female' }
  const locale = /^([a-z]{2})[_-][A-Z]{2}\b/.exec(voice)?.[1]
  const gender = MEN.test(voice) && !/female/i.test(voice) ? 'male' : 'female'
  return { language: locale ?? 'en', gender }
}
