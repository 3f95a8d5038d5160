import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

/*
 * `npm pack` runs this before and, with `--restore`, after packing. npm reads the package's contents from package.json,
 * which is therefore replaced in the meantime: the server is one bundle with prebuilt pages, and depends only on the
 * database's native module.
 */

const root = path.join(import.meta.dirname, '..')
const at = (...parts: string[]) => path.join(root, ...parts)
const manifest = at('package.json')
const original = at('node_modules', '.cache', 'package.json')
const prebuilt = at('prebuilt')

/** Parts of a build that a headless server needs. */
const PARTS = ['server', 'renderer', 'widget']

/** The oldest Node.js that the native module supports. */
const ENGINES = { node: '>=22' }

restore()
if (!process.argv.includes('--restore')) prepare()

/** Undoes `prepare`, even if it was interrupted; a package.json that was already put back is kept. */
function restore(): void {
  rmSync(prebuilt, { recursive: true, force: true })
  const { files } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest
  if (files && existsSync(original)) renameSync(original, manifest)
}

function prepare(): void {
  const text = readFileSync(manifest, 'utf8')
  for (const part of PARTS) {
    cpSync(at('dist', part), path.join(prebuilt, part), {
      recursive: true,
      filter: (file) => !file.endsWith('.map'),
    })
  }
  copyFileSync(at('scripts', 'parley.mjs'), path.join(prebuilt, 'parley.mjs'))
  chmodSync(path.join(prebuilt, 'parley.mjs'), 0o755)
  mkdirSync(path.dirname(original), { recursive: true })
  renameSync(manifest, original)
  writeFileSync(manifest, `${JSON.stringify(packed(JSON.parse(text)), null, 2)}\n`)
}

function packed({ name, version, description, license, author, homepage, ...rest }: Manifest) {
  return {
    ...{ name, version, private: rest['private'], description, license, author, homepage },
    type: 'module',
    bin: { parley: 'prebuilt/parley.mjs' },
    files: ['prebuilt'],
    engines: ENGINES,
    dependencies: { 'better-sqlite3': rest.dependencies['better-sqlite3'] },
  }
}

interface Manifest {
  readonly [field: string]: unknown
  readonly files?: readonly string[]
  readonly dependencies: Readonly<Record<string, string>>
}
