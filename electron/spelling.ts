import { type Session, session } from 'electron'
import { z } from 'zod'
import type { Kept } from './kept.ts'

/** Spell checking as somebody has set it. */
export const SpellingChoice = z.strictObject({ isOn: z.boolean() })
type SpellingChoice = z.output<typeof SpellingChoice>

/** Spell checking of what people write. */
export interface Spelling {
  /** Has no dictionary fetched before somebody wants one; to be called as soon as the app is ready. */
  open(): void
  isOn(): boolean
  /** Turns it on or off everywhere, also in the session of a workspace elsewhere. */
  set(isOn: boolean, elsewhere: Session | undefined): void
}

/** Chromium's own place for dictionaries, and one that does not exist (RFC 6761). */
const DICTIONARIES = 'https://redirector.gvt1.com/edgedl/chrome/dict/'
const NOWHERE = 'https://dictionaries.invalid/'

/**
 * Spell checking that asks nobody for a dictionary until it is switched on: Linux and Windows have none, and Chromium fetches
 * one from Google as soon as a session is made. macOS brings its own.
 */
export function createSpelling(kept: Kept<SpellingChoice>): Spelling {
  const isBuiltIn = process.platform === 'darwin'
  const isOn = () => kept.read()?.isOn ?? isBuiltIn

  return {
    open() {
      if (!isOn()) session.defaultSession.setSpellCheckerDictionaryDownloadURL(NOWHERE)
      session.defaultSession.setSpellCheckerEnabled(isOn())
    },
    isOn,
    set(wanted, elsewhere) {
      kept.write({ isOn: wanted })
      if (wanted) session.defaultSession.setSpellCheckerDictionaryDownloadURL(DICTIONARIES)
      for (const one of new Set([session.defaultSession, elsewhere ?? session.defaultSession])) {
        one.setSpellCheckerEnabled(wanted)
        if (wanted && !isBuiltIn) fetchAgain(one)
      }
    },
  }
}

/** Chromium tries to fetch a dictionary when its language is chosen, and not again. */
function fetchAgain(one: Session): void {
  const languages = one.getSpellCheckerLanguages()
  one.setSpellCheckerLanguages([])
  one.setSpellCheckerLanguages(languages)
}
