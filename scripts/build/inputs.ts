import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Folders and files that a build depends on; the last one changes with the installed packages. */
const INPUTS = [
  'electron',
  'renderer',
  'scripts',
  'server',
  'widget',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'vite.config.ts',
  'node_modules/.package-lock.json',
]

/** Hash of the names and contents of all build inputs of the repository at `root`. */
export function fingerprint(root: string): string {
  const hash = createHash('sha256')
  for (const file of INPUTS.flatMap((input) => filesAt(root, input))) {
    const content = readFileSync(path.join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function filesAt(root: string, input: string): string[] {
  const at = path.join(root, input)
  if (!existsSync(at)) return []
  if (path.extname(input)) return [input]
  return readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort()
}
