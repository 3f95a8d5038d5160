import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** End-to-end tests run what ships: the production build, made fresh in its own process (vitest's has NODE_ENV=test). */
export function setup(): void {
  const vite = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url))
  const { NODE_ENV: _, VITEST: __, ...env } = process.env
  const run = spawnSync(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn'], {
    stdio: 'inherit',
    env,
  })
  if (run.status !== 0) throw new Error(`vite build failed (${run.status})`)
}
