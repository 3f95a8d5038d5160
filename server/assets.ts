import { readFileSync } from 'node:fs'
import path from 'node:path'

const here = import.meta.dirname

/** Output folder of `vite build`: beside the source, or around the built server. */
export const DIST = import.meta.filename.endsWith('.ts')
  ? path.join(here, '..', 'dist')
  : path.dirname(here)

/** Files that the server serves as they are: voice previews. */
export const ASSETS = path.join(here, 'assets')

/** This Parley's version. */
export const VERSION: string = JSON.parse(
  readFileSync(path.join(DIST, '..', 'package.json'), 'utf8'),
).version
