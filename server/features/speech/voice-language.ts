import { primaryTag } from '../../providers/speech/language-tag.ts'

/** Two letters of languages that programs call otherwise. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  cmn: 'zh',
  nb: 'no',
  nn: 'no',
  fil: 'tl',
  iw: 'he',
}

/** The code of a language as assistants have it, of a tag; undefined where it has three letters. */
export function languageCodeOf(tag: string): string | undefined {
  const primary = primaryTag(tag)
  const code = OTHER_NAMES[primary] ?? primary
  return /^[a-z]{2}$/.test(code) ? code : undefined
}
