import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { theOnly, withImports } from './static-imports.ts'

const BUILT = 'dist/renderer'

/**
 * Lists the files that a browser loads before the first screen: those named by the page, their imports, the app's entry
 * and its English texts. Their names contain hashes, so no glob can match them; the list is read from the built files.
 */
export function shellFiles(root: string): string[] {
  const built = path.join(root, BUILT)
  const page = readFileSync(path.join(built, 'index.html'), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="\/?(assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, file]) => file!,
  )
  const start = [/^start-.*\.js$/, /^en-shell-.*\.js$/].map(
    (pattern) => `assets/${theOnly(pattern, path.join(built, 'assets'))}`,
  )
  return withImports(built, [...named, ...start]).map((file) => `${BUILT}/${file}`)
}

/** The desk's file that takes most bytes on the wire. */
export function largestFile(root: string): string {
  const weigh = (file: string): number => gzipSync(readFileSync(path.join(root, file))).length
  const [largest] = readdirSync(path.join(root, BUILT, 'assets'))
    .map((name) => `${BUILT}/assets/${name}`)
    .toSorted((a, b) => weigh(b) - weigh(a))
  return largest!
}
