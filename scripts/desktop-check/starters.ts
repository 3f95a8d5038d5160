import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { _electron } from 'playwright'
import type { Finding } from '../../electron/check-report.ts'
import { FUSES } from '../../electron/fuses.ts'
import type { Starter } from './self-check-run.ts'

/** Starts an installed or unpacked program, or an AppImage. Its fuses prevent inspection. */
export const packageStarter =
  (program: string): Starter =>
  async (env) => {
    const child = spawn(program, [], { env, stdio: 'ignore' })
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', resolve)
    })
    return { ended, kill: () => void child.kill('SIGKILL') }
  }

/** Starts the built app in the development Electron, with Playwright observing the window. */
export const builtStarter =
  (electron: string, root: string, picture: string): Starter =>
  async (env) => {
    const app = await _electron.launch({
      executablePath: electron,
      args: [root],
      env: env as Record<string, string>,
    })
    const child = app.process()
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    return { ended, findings: inspect(app, picture), kill: () => void child.kill('SIGKILL') }
  }

type App = Awaited<ReturnType<typeof _electron.launch>>

async function inspect(app: App, picture: string): Promise<Finding[]> {
  const probe = 'window'
  try {
    const page = await app.firstWindow()
    await page.getByRole('link', { name: 'Inbox' }).first().waitFor()
    await page.screenshot({ path: picture })
    return [{ probe, verdict: 'ok', detail: path.basename(picture) }]
  } catch (error) {
    return [{ probe, verdict: 'failed', detail: String(error) }]
  }
}

/** The file of an unpacked app that holds its fuses; undefined for an AppImage, where it is another file. */
function fusedFile(program: string): string | undefined {
  if (program.endsWith('.AppImage')) return undefined
  const app = /^.*\.app(?=\/|$)/.exec(program)?.[0]
  if (app) return app
  const behind = `${program}-bin`
  return existsSync(behind) ? behind : program
}

/** Program of a package: the one named, or the one in an `.app`. */
export function programOf(place: string): string {
  return place.endsWith('.app') && statSync(place).isDirectory()
    ? path.join(place, 'Contents/MacOS', path.basename(place, '.app'))
    : path.resolve(place)
}

/** Reads a package's fuses from its file. */
export async function readFuses(program: string): Promise<Finding> {
  const probe = 'fuses'
  const file = fusedFile(program)
  if (!file)
    return { probe, verdict: 'skipped', detail: 'An AppImage hides them; the folder has the same' }
  const { version: _version, ...wire } = await getCurrentFuseWire(file)
  const wrong = Object.entries(wire)
    .map(([fuse, state]) => [Number(fuse) as FuseV1Options, state === FuseState.ENABLE] as const)
    .filter(([fuse, isOn]) => FUSES[fuse] !== isOn)
    .map(([fuse]) => FuseV1Options[fuse])
  const count = Object.keys(wire).length
  return wrong.length === 0 && count === 9
    ? { probe, verdict: 'ok', detail: `${count} fuses` }
    : { probe, verdict: 'failed', detail: `${count} fuses; wrong: ${wrong.join(', ') || 'none'}` }
}
