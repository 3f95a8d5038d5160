import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

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

/** The only script in a folder with this prefix. Throws if there is none, or more than one. */
function theOnly(prefix: string, folder: string): string {
  const [name, another] = readdirSync(folder).filter(
    (file) => file.startsWith(prefix) && file.endsWith('.js'),
  )
  if (!name || another) throw new Error(`One ${prefix}….js was expected in ${folder}`)
  return name
}
