import { LANGUAGE_KEY } from '../locales/language.ts'
import { type Keep, write } from './storage.ts'

/** Speaks another language from now on: the page loads again, and what is half written is still there. */
export function chooseLanguage(storage: Keep, code: string): void {
  write(storage, LANGUAGE_KEY, code)
  location.reload()
}
