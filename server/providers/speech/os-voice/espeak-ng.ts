import { primaryTag } from '../language-tag.ts'
import type { OsVoiceEntry, System } from './system.ts'

const COMMAND = 'espeak-ng'

/** Default, minimum and maximum speed, words per minute. */
const PACE = { own: 175, min: 80, max: 450 } as const

/** `espeak-ng` on Linux. */
export const espeakNg: System = {
  async list(run, signal) {
    const table = await run({ command: COMMAND, args: ['--voices'] }, '', signal)
    return voicesIn(table.toString('utf8'))
  },
  speak(run, { text, voice, speed }, signal) {
    const pace = Math.round(Math.min(PACE.max, Math.max(PACE.min, PACE.own * speed)))
    const args = ['--stdin', '--stdout', '-b', '1', '-v', voice.id, '-s', String(pace)]
    return run({ command: COMMAND, args }, withoutCommands(text), signal)
  },
}

const GENDERS: Readonly<Record<string, 'male' | 'female'>> = { M: 'male', F: 'female' }

/**
 * Parses the table: priority, language, age and gender, name, file, other languages. Spaces in names are shown as underscores.
 * Voices of one language are sorted so that the most common accent comes first.
 */
function voicesIn(table: string): OsVoiceEntry[] {
  const voices = new Map<string, OsVoiceEntry & { readonly rank: number }>()
  for (const line of table.split('\n').slice(1)) {
    const [, language, ageAndGender = '', name, , ...others] = line.trim().split(/\s+/)
    if (!language || !name || voices.has(language)) continue
    const gender = GENDERS[ageAndGender.split('/')[1] ?? '']
    const rank = rankOf(language, others.join(' '))
    voices.set(language, {
      id: language,
      name: name.replaceAll('_', ' '),
      language,
      gender,
      rank,
    })
  }
  return [...voices.values()]
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ rank: _, ...voice }) => voice)
}

/** Rank of a voice within its language: `(en 2)(en-gb 3)` lists the other languages it speaks, with priorities. */
function rankOf(language: string, others: string): number {
  const primary = primaryTag(language)
  if (language === primary) return 0
  const [, rank] = new RegExp(`\\(${primary} (\\d+)\\)`).exec(others) ?? []
  return rank === undefined ? Number.POSITIVE_INFINITY : Number(rank)
}

/** Neutralises `[[…]]` in a text: phoneme input for espeak-ng, embedded commands for `say`. */
export const withoutCommands = (text: string): string => text.replace(/\[(?=\[)/g, '[ ')
