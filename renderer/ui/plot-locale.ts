import { locale } from '../locales/language.ts'
import { tagOf } from '../locales/tag.ts'

// uPlot makes a number format for `navigator.language` while it loads, and fails where that is no language tag.
if (tagOf(navigator.language) !== navigator.language)
  Object.defineProperty(navigator, 'language', { value: locale, configurable: true })
