// `node test/desktop/standin/surface/write-surface.ts`: records the API of the installed Electron.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { readSurface } from './read-surface.ts'

const file = path.join(import.meta.dirname, 'surface.json')
writeFileSync(file, `${JSON.stringify(readSurface(), null, 2)}\n`)
