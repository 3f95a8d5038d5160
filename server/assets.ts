import { readFileSync } from 'node:fs'
import path from 'node:path'

const here = import.meta.dirname

/** Output folder of `vite build`: beside the sources, or the parent of the built server. */
export const DIST = import.meta.filename.endsWith('.ts')
  ? path.join(here, '..', 'dist')
  : path.dirname(here)

/** Static files of the server: voice previews. */
export const ASSETS = path.join(here, 'assets')

/** Version of this application. */
export const VERSION: string = JSON.parse(
  readFileSync(path.join(DIST, '..', 'package.json'), 'utf8'),
).version
