import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

/** The areas of a catalogue that the shell uses; a test compares them with its modules. */
export const SHELL_AREAS: readonly string[] = [
  'banners',
  'common',
  'desktop',
  'errors',
  'notices',
  'people',
  'session',
  'shell',
  'shortcuts',
  'updates',
]

const locales = path.join(import.meta.dirname, '../renderer/locales/')

/** Pattern for the file of a chunk: `en-shell-….js` for the shell's part of a catalogue. */
export const chunkFile = ({ facadeModuleId }: { readonly facadeModuleId: string | null }): string =>
  `assets/[name]${facadeModuleId?.endsWith('?shell') ? '-shell' : ''}-[hash].js`

/**
 * Splits the desk's catalogues in builds: `en.json?shell` holds the areas of the shell, `en.json?screens` the others.
 * In development and tests, the first is the whole catalogue and the second is empty.
 */
export const catalogueParts: Plugin = {
  name: 'parley:catalogue-parts',
  load(id) {
    const [file = '', query] = id.split('?')
    const part = /\b(?:shell|screens)$/.exec(query ?? '')?.[0]
    if (!part || !file.startsWith(locales)) return
    this.addWatchFile(file)
    const isSplit = this.environment.mode === 'build'
    const texts: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(file, 'utf8'))
    const isHere = ([key]: [string, unknown]) => {
      const isOfShell = !isSplit || SHELL_AREAS.includes(key.split('.')[0]!)
      return isOfShell === (part === 'shell')
    }
    const json = JSON.stringify(Object.fromEntries(Object.entries(texts).filter(isHere)))
    return { code: `export default JSON.parse(${JSON.stringify(json)})`, moduleType: 'js' }
  },
}
