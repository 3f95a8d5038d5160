import { type Session, session } from 'electron'
import { z } from 'zod'
import type { Kept } from './kept.ts'

/** The user's setting for spell checking. */
export const SpellingChoice = z.strictObject({ isOn: z.boolean() })
type SpellingChoice = z.output<typeof SpellingChoice>

/** Spell checking of text fields. */
export interface Spelling {
  /** Prevents dictionary downloads before spell checking is on; must be called as soon as the app is ready. */
  open(): void
  isOn(): boolean
  /** Switches it on or off everywhere, including the session of a remote workspace. */
  set(isOn: boolean, elsewhere: Session | undefined): void
}

/** Chromium's download address for dictionaries, and one that does not exist (RFC 6761). */
const DICTIONARIES = 'https://redirector.gvt1.com/edgedl/chrome/dict/'
const UNREACHABLE_URL = 'https://dictionaries.invalid/'

/**
 * Spell checking without dictionary downloads until it is switched on: Linux and Windows have no dictionaries, and
 * Chromium downloads one from Google as soon as a session is created. macOS has its own.
 */
export function createSpelling(kept: Kept<SpellingChoice>): Spelling {
  const isBuiltIn = process.platform === 'darwin'
  const isOn = () => kept.read()?.isOn ?? isBuiltIn

  return {
    open() {
      if (!isOn()) session.defaultSession.setSpellCheckerDictionaryDownloadURL(UNREACHABLE_URL)
      session.defaultSession.setSpellCheckerEnabled(isOn())
    },
    isOn,
    set(wanted, elsewhere) {
      kept.write({ isOn: wanted })
      if (wanted) session.defaultSession.setSpellCheckerDictionaryDownloadURL(DICTIONARIES)
      for (const one of new Set([session.defaultSession, elsewhere ?? session.defaultSession])) {
        one.setSpellCheckerEnabled(wanted)
        if (wanted && !isBuiltIn) refetchDictionary(one)
      }
    },
  }
}

/** Chromium tries to download a dictionary only when its language is set. */
function refetchDictionary(one: Session): void {
  const languages = one.getSpellCheckerLanguages()
  one.setSpellCheckerLanguages([])
  one.setSpellCheckerLanguages(languages)
}
