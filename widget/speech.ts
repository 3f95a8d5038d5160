import type { Options } from './options.ts'
import { english, type Texts, textsFor } from './texts.ts'

/** Texts in the language of the site, the page, the assistant or the browser. */
export function createSpeech({ lang }: Options, onChange: () => void) {
  let texts: Texts = english
  let spoken: string | undefined
  /** The assistant's language. */
  let known: string | undefined

  async function speak(languages: readonly (string | undefined)[]): Promise<void> {
    texts = await textsFor(languages)
    onChange()
  }

  return {
    /** The texts loaded so far; another language follows once it is loaded. */
    texts(assistant = known): Texts {
      known = assistant
      const wanted = [lang, document.documentElement.lang, known, navigator.language]
      if (spoken !== `${wanted}`) speak(wanted)
      spoken = `${wanted}`
      return texts
    },
  }
}
