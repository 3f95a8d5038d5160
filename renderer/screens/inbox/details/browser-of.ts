import { t } from '../../../locales/translate.ts'

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

/** Short name of browser and system from a user agent; empty if neither is recognized. */
export function browserOf(userAgent: string | null): string {
  if (!userAgent) return ''
  const name = (table: typeof BROWSERS) => table.find(([mark]) => mark.test(userAgent))?.[1]
  const [browser, system] = [name(BROWSERS), name(SYSTEMS)]
  return browser && system ? t('details.browserOn', { browser, system }) : (browser ?? system ?? '')
}
