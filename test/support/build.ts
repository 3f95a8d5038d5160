import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findBrowser } from '../../scripts/find-browser.ts'
import { makeFirstStarts } from './life.ts'

/**
 * End-to-end tests run the shipped code: the production build within its size limits, built in its own
 * process (vitest's has NODE_ENV=test).
 */
export async function setup(): Promise<void> {
  // Unpacked once here, since two workers unpacking it at the same time would interfere.
  await findBrowser()
  const run = fileURLToPath(new URL('../../scripts/run.mjs', import.meta.url))
  const { NODE_ENV: _, VITEST: __, ...env } = process.env
  const commands = ['node scripts/build.ts', 'size-limit --silent']
  const { status } = spawnSync(process.execPath, [run, ...commands, '--'], {
    stdio: 'inherit',
    env,
  })
  if (status !== 0) throw new Error(`The build failed or outgrew its limits (${status})`)
  await makeFirstStarts()
}
