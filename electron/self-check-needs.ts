import { createHash } from 'node:crypto'
import { type BrowserWindow, session } from 'electron'
import type { CheckedStart } from './check-report.ts'

/**
 * The parts of the running app that a self-check looks at. The files of the check must not import those themselves: a chunk that
 * comes later must never import main.js.
 */
export interface CheckNeeds {
  /** File of the report. */
  readonly report: string
  readonly origin: () => string | undefined
  readonly window: () => BrowserWindow | undefined
  readonly isSandboxed: boolean
  /** Reports whether secrets are kept. */
  readonly keepsSecrets: boolean
  /** Has the server process fail as a bug would have it fail. */
  readonly breakServer: () => void
  /** Last lines of the server's log. */
  readonly serverLog: () => string[]
  /** Program and arguments that start the app once more. */
  readonly again: readonly string[]
}

/** A question to the running app: resolves to what was seen, rejects with what is wrong. */
export interface Probe {
  readonly name: string
  readonly ask: (needs: CheckNeeds, before: CheckedStart | undefined) => Promise<string>
}

/** Thrown by a probe that has nothing to look at here. */
export class Skipped extends Error {
  override readonly name = 'Skipped'
}

/** The same text for the same cookies; nobody can sign in with it. */
export async function cookiesOf({ origin }: Pick<CheckNeeds, 'origin'>): Promise<string> {
  const cookies = await session.defaultSession.cookies.get({ url: `${origin()}/api/` })
  const text = cookies.map(({ name, value }) => `${name}=${value}`).sort()
  return text.length === 0 ? '' : createHash('sha256').update(text.join('\n')).digest('hex')
}
