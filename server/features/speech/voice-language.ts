import { primaryTag } from '../../providers/speech/language-tag.ts'

/** ISO 639-1 codes of languages that speech programs name differently. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  cmn: 'zh',
  nb: 'no',
  nn: 'no',
  fil: 'tl',
  iw: 'he',
}

/** Maps a language tag to an assistant language code; undefined if it has no two-letter code. */
export function languageCodeOf(tag: string): string | undefined {
  const primary = primaryTag(tag)
  const code = OTHER_NAMES[primary] ?? primary
  return /^[a-z]{2}$/.test(code) ? code : undefined
}
