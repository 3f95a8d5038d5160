import { readFileSync } from 'node:fs'
import path from 'node:path'
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
