import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { app } from 'electron'
import { startFileOf, thisProgram } from './installed.ts'
import { serverLog } from './log.ts'
import type { CheckNeeds } from './self-check-needs.ts'

/** The parts of the app that only main.ts has. */
type Parts = Omit<CheckNeeds, 'report' | 'serverLog' | 'again'>

/** Lines of the server's log that are searched for a fault. */
const LINES = 500

/**
 * Prepares the self-check requested by `PARLEY_CHECK=report.json`; must run before any path is read. The app then has
 * its own profile and data next to the report, because the check breaks things.
 */
export function prepareSelfCheck(): ((parts: Parts) => Promise<void>) | undefined {
  const { PARLEY_CHECK: wanted } = process.env
  if (!wanted) return undefined
  const report = path.resolve(wanted)
  const profile = `${report}.profile`
  mkdirSync(profile, { recursive: true })
  app.setPath('userData', profile)
  Object.assign(process.env, {
    PARLEY_CHECK: report,
    PARLEY_DATA_DIR: path.join(profile, 'data'),
    // The name of the session cookie contains the port.
    PARLEY_PORT: portOf(report) ?? '0',
    PARLEY_API_KEY: randomBytes(32).toString('hex'),
  })
  return async (parts) => {
    const { selfCheck } = await import('./self-check.ts')
    await selfCheck({
      ...parts,
      report,
      serverLog: () => serverLog.tail(LINES),
      again: [startFileOf(thisProgram()), ...process.argv.slice(1).filter(isOurs)],
    })
  }
}

/** A debugger's port is already taken. */
const isOurs = (argument: string) => !/^--(?:inspect|remote-debugging)/.test(argument)

/** Port of the first start, if there was one. */
function portOf(report: string): string | undefined {
  if (!existsSync(report)) return undefined
  return /"url":"[^"]*:(\d+)"/.exec(readFileSync(report, 'utf8'))?.[1]
}
