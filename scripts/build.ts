import path from 'node:path'
import { builtFrom } from './build/folders.ts'
import { fingerprint } from './build/inputs.ts'

/* Builds everything, unless the newest build was made from what is here now. */

const root = path.join(import.meta.dirname, '..')

if (builtFrom(root) !== fingerprint(root)) {
  const { createBuilder } = await import('vite')
  const configFile = path.join(root, 'vite.config.ts')
  const builder = await createBuilder({ configFile, logLevel: 'warn' })
  await builder.buildApp()
}
