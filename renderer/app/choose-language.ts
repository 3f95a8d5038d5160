import { LANGUAGE_KEY } from '../locales/language.ts'
import { type Keep, write } from './storage.ts'

/** Switches the language by reloading the page; drafts are kept. */
export function chooseLanguage(storage: Keep, code: string): void {
  write(storage, LANGUAGE_KEY, code)
  location.reload()
}
