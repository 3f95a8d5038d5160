import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DIST } from '../../assets.ts'

/** The launcher of this build under a name that never gets another content. */
export interface Release {
  /** `widget-{first 12 hex digits of its SHA-384}.js` */
  readonly name: string
  /** For the `integrity` attribute of the tag (W3C Subresource Integrity). */
  readonly integrity: string
}

/** Where launchers of earlier builds stay, because websites name them. */
export const releasesFolder = (dataDir: string): string => path.join(dataDir, 'widget')

/** What a release is called. */
export const RELEASE = /^widget-[\da-f]{12}\.js$/

const LAUNCHER = path.join(DIST, 'widget', 'widget.js')

/**
 * Keeps the launcher of this build in the data folder, so that a website that pinned it finds it after an update too.
 * Undefined when nothing is built yet.
 */
export function keepRelease(dataDir: string, launcher = LAUNCHER): Release | undefined {
  if (!existsSync(launcher)) return undefined
  const bytes = readFileSync(launcher)
  const sha = hash('sha384', bytes, 'buffer')
  const name = `widget-${sha.toString('hex').slice(0, 12)}.js`
  const file = path.join(releasesFolder(dataDir), name)
  if (!existsSync(file)) {
    mkdirSync(releasesFolder(dataDir), { recursive: true })
    // Renamed into its place, so that nobody is ever served half a file.
    writeFileSync(`${file}.new`, bytes)
    renameSync(`${file}.new`, file)
  }
  return { name, integrity: `sha384-${sha.toString('base64')}` }
}
