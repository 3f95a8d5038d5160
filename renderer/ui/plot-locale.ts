import { locale } from '../locales/language.ts'
import { tagOf } from '../locales/tag.ts'

// uPlot creates a number format for `navigator.language` while it loads, and throws if that is not a language tag.
if (tagOf(navigator.language) !== navigator.language)
  Object.defineProperty(navigator, 'language', { value: locale, configurable: true })
