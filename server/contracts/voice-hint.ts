/** Language and gender, as the name of a voice tells them. */
export interface VoiceHint {
  /** Two letters. */
  readonly language: string
  readonly gender: 'male' | 'female'
}

/** The letters with which Kokoro's names begin: the language of the voice. */
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

/** Men among the voices of the OpenAI API, and in names of Piper's voices. */
const MEN =
  /^(echo|onyx|fable|ash|verse|ballad|cedar)$|[-_](ryan|joe|john|alan|thorsten|karlsson|davefx|carlfm|gilles|tom|riccardo|faber|dmitri|denis|ruslan|male)\b/i

/** Reads the language and the gender of a voice from its name; English and a woman where it does not say. */
export function hintOf(voice: string): VoiceHint {
  const [, letter, sex] = /^([abefhijpz])([fm])_\w/.exec(voice) ?? []
  if (letter && sex) return { language: KOKORO[letter]!, gender: sex === 'm' ? 'male' : 'female' }
  const locale = /^([a-z]{2})[_-][A-Z]{2}\b/.exec(voice)?.[1]
  const gender = MEN.test(voice) && !/female/i.test(voice) ? 'male' : 'female'
  return { language: locale ?? 'en', gender }
}
