import path from 'node:path'
import { builtFrom } from './build/folders.ts'
import { fingerprint } from './build/inputs.ts'

/* Builds everything, unless the newest build was made from what is here now. */

const root = path.join(import.meta.dirname, '..')

if (builtFrom(root) !== fingerprint(root)) {
  // What ships does not depend on who builds it: tests that pack run with NODE_ENV=test.
  process.env['NODE_ENV'] = 'production'
  const { createBuilder } = await import('vite')
  const configFile = path.join(root, 'vite.config.ts')
  const builder = await createBuilder({ configFile, logLevel: 'warn' })
  await builder.buildApp()
}
