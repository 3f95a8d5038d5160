import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const BUILT = 'dist/renderer'

/**
 * Lists the files that a browser loads before the first screen: what the page names, what that imports, the start of
 * the app and its texts in English. Names have hashes in them, so that no glob can tell; the built files themselves
 * can.
 */
export function shellFiles(root: string): string[] {
  const built = path.join(root, BUILT)
  const page = readFileSync(path.join(built, 'index.html'), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="\/?(assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, file]) => file!,
  )
  const start = ['start-', 'en-shell-'].map((prefix) => theOnly(prefix, path.join(built, 'assets')))
  const files = new Set<string>()
  const add = (file: string): void => {
    if (files.has(file)) return
    files.add(file)
    if (!file.endsWith('.js')) return
    const code = readFileSync(path.join(built, file), 'utf8')
    for (const [, other] of code.matchAll(/(?:import|from)\s*["'](\.\/[^"']+\.js)["']/g))
      add(path.posix.join(path.posix.dirname(file), other!))
  }
  for (const file of [...named, ...start.map((name) => `assets/${name}`)]) add(file)
  return [...files].map((file) => `${BUILT}/${file}`)
}

/** The one script of a folder whose name begins so. Throws when there is none, or another. */
function theOnly(prefix: string, folder: string): string {
  const [name, another] = readdirSync(folder).filter(
    (file) => file.startsWith(prefix) && file.endsWith('.js'),
  )
  if (!name || another) throw new Error(`One ${prefix}….js was expected in ${folder}`)
  return name
}
