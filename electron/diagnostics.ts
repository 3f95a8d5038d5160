import { release, totalmem } from 'node:os'
import { app } from 'electron'
import { mainLog, serverLog } from './log.ts'
import { redacted } from './redact.ts'
import type { SecretsKept } from './secrets.ts'

/** State of the server and of secret storage, supplied by the rest of the app. */
export interface Condition {
  readonly server: string
  readonly secrets: SecretsKept
  readonly isSandboxed: boolean
}

const SECRETS: Readonly<Record<SecretsKept, string>> = {
  open: 'kept by the keyring',
  none: 'not kept: no keyring',
  silent: 'not kept: the keyring did not answer',
  locked: 'not kept: the keyring does not open the key',
}

/** Number of log lines to include, per log. */
const LINES_PER_LOG = 60
const MB = 1024 * 1024

/** Diagnostics for finding a fault, as text that a person can review before sending it. */
export function diagnostics({ server, secrets, isSandboxed }: Condition): string {
  const { electron, chrome, node } = process.versions
  const facts: readonly (readonly [string, string])[] = [
    ['Parley', `${app.getVersion()}${app.isPackaged ? '' : ' (not packaged)'}`],
    ['Electron', `${electron}, Chromium ${chrome}, Node ${node}`],
    ['System', `${process.platform} ${release()} ${process.arch}, ${app.getLocale()}`],
    ['Memory', `${Math.round(totalmem() / MB)} MB`],
    ['Running for', `${Math.round(process.uptime() / 60)} min`],
    ['Server', server],
    ['Secrets', SECRETS[secrets]],
    ['Sandbox', isSandboxed ? 'on' : 'off: no workspaces on other servers are shown'],
    [
      'Processes',
      app
        .getAppMetrics()
        .map(({ name, type }) => name ?? type)
        .join(', '),
    ],
  ]
  return redacted(
    [
      ...facts.map(([name, value]) => `${name}: ${value}`),
      '',
      'main.log',
      ...mainLog.tail(LINES_PER_LOG),
      '',
      'server.log',
      ...serverLog.tail(LINES_PER_LOG),
      '',
    ].join('\n'),
  )
}
