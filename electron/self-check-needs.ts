import { createHash } from 'node:crypto'
import { type BrowserWindow, session } from 'electron'
import type { CheckedStart } from './check-report.ts'

/**
 * The parts of the running app that the self-check inspects. The check's files must not import them directly: a lazily
 * loaded chunk must never import main.js.
 */
export interface CheckNeeds {
  /** File of the report. */
  readonly report: string
  readonly origin: () => string | undefined
  readonly window: () => BrowserWindow | undefined
  readonly isSandboxed: boolean
  /** Reports whether secrets are stored. */
  readonly keepsSecrets: boolean
  /** Crashes the server process like a bug. */
  readonly breakServer: () => void
  /** Last lines of the server's log. */
  readonly serverLog: () => string[]
  /** Program and arguments that start the app again. */
  readonly again: readonly string[]
}

/** A check of the running app: resolves to an observation, rejects with the fault. */
export interface Probe {
  readonly name: string
  readonly ask: (needs: CheckNeeds, before: CheckedStart | undefined) => Promise<string>
}

/** Thrown by a probe that does not apply here. */
export class Skipped extends Error {
  override readonly name = 'Skipped'
}

/** Fingerprint of the session's cookies; useless for signing in. */
export async function cookiesOf({ origin }: Pick<CheckNeeds, 'origin'>): Promise<string> {
  const cookies = await session.defaultSession.cookies.get({ url: `${origin()}/api/` })
  const text = cookies.map(({ name, value }) => `${name}=${value}`).sort()
  return text.length === 0 ? '' : createHash('sha256').update(text.join('\n')).digest('hex')
}
