import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { findBrowser } from '../../scripts/find-browser.ts'
import { makeFirstStarts } from './life.ts'

/**
 * Makes what end-to-end tests run: the production build, in a process of its own (vitest's has NODE_ENV=test).
 * @throws Error if the build fails or exceeds its size limits
 */
export async function setup(): Promise<void> {
  // Unpacked once here, since two workers unpacking it at the same time would interfere.
  await findBrowser()
  const run = fileURLToPath(new URL('../../scripts/run.mjs', import.meta.url))
  const { NODE_ENV: _, VITEST: __, ...env } = process.env
  const commands = ['node scripts/build.ts', 'size-limit --silent']
  const build = spawn(process.execPath, [run, ...commands, '--'], { stdio: 'inherit', env })
  const [status] = await once(build, 'exit')
  if (status !== 0) throw new Error(`The build failed or outgrew its limits (${status})`)
  await makeFirstStarts()
}
