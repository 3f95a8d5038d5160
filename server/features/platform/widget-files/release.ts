import { hash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { DIST } from '../../../assets.ts'
import { PACKED } from '../../../http/variants.ts'

/** The launcher of this build under a name that never gets another content. */
export interface Release {
  /** `widget-{first 12 hex digits of its SHA-384}.js` */
  readonly name: string
  /** For the `integrity` attribute of the tag (W3C Subresource Integrity). */
  readonly integrity: string
}

/** Output folder of the widget's build. */
export const BUILT_WIDGET = path.join(DIST, 'widget')

/** Folder of earlier releases, because websites may pin them. */
export const releasesFolder = (dataDir: string): string => path.join(dataDir, 'widget')

/** Names of immutable files: a pinned launcher, a chat, or one of its chunks. */
export const IMMUTABLE_NAME = /^(widget|chat)-[\w-]+\.js$/

/**
 * Keeps the launcher of this build and its chat in the data folder, so that a website that pinned it, and a page that was
 * open during an update, find them afterwards too. Undefined when nothing is built yet.
 */
export function keepRelease(dataDir: string, built = BUILT_WIDGET): Release | undefined {
  const launcher = path.join(built, 'widget.js')
  if (!existsSync(launcher)) return undefined
  const sha = hash('sha384', readFileSync(launcher), 'buffer')
  const name = `widget-${sha.toString('hex').slice(0, 12)}.js`
  const folder = releasesFolder(dataDir)
  mkdirSync(folder, { recursive: true })
  keep(launcher, path.join(folder, name))
  for (const part of readdirSync(built).filter((file) => IMMUTABLE_NAME.test(file))) {
    keep(path.join(built, part), path.join(folder, part))
  }
  return { name, integrity: `sha384-${sha.toString('base64')}` }
}

/** Copies a file with what the build has compressed of it; renames each, so that a partial file is never served. */
function keep(from: string, to: string): void {
  for (const ending of [...PACKED, '']) {
    if (existsSync(to + ending) || !existsSync(from + ending)) continue
    copyFileSync(from + ending, `${to}.new`)
    renameSync(`${to}.new`, to + ending)
  }
}
