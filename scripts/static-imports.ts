import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const STATIC_IMPORT = /(?:import|from)\s*["'](\.\/[^"']+\.js)["']/g

/** The files with all that they import statically, directly or not: browsers fetch these along with them. */
export function withImports(folder: string, names: readonly string[]): string[] {
  const files = new Set<string>()
  const add = (file: string): void => {
    if (files.has(file)) return
    files.add(file)
    if (!file.endsWith('.js')) return
    const code = readFileSync(path.join(folder, file), 'utf8')
    for (const [, other] of code.matchAll(STATIC_IMPORT))
      add(path.posix.join(path.posix.dirname(file), other!))
  }
  for (const name of names) add(name)
  return [...files]
}

/** The only file in a folder whose name matches. Throws if there is none, or more than one. */
export function theOnly(pattern: RegExp, folder: string): string {
  const [name, another] = readdirSync(folder).filter((file) => pattern.test(file))
  if (!name || another) throw new Error(`One file ${pattern} was expected in ${folder}`)
  return name
}
