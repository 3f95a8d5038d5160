import path from 'node:path'
import { builtFrom } from './build/folders.ts'
import { fingerprint } from './build/inputs.ts'

/* Builds everything, unless the latest build is up to date with its inputs. */

const root = path.join(import.meta.dirname, '..')

if (builtFrom(root) !== fingerprint(root)) {
  // The output must not depend on the environment of the build: tests that pack run with NODE_ENV=test.
  process.env['NODE_ENV'] = 'production'
  const { createBuilder } = await import('vite')
  const configFile = path.join(root, 'vite.config.ts')
  const builder = await createBuilder({ configFile, logLevel: 'warn' })
  await builder.buildApp()
}
