import path from 'node:path'
import { utilityProcess } from 'electron'
import { serverLog, serverLogFile } from './log.ts'
import type { SecretsEnv } from './secrets.ts'
import { followServer, type ServerChild } from './server-child.ts'
import type { Restored } from './server-host.ts'
import { LOG_FILE } from './server-messages.ts'
import { logOutput } from './server-output.ts'

const SERVER = path.join(import.meta.dirname, '..', 'server', 'server-process.js')

/** Starts a server process, on the given port if any, and restoring the given backup first if any. */
export function launchServer(
  secrets: SecretsEnv,
  port: string | undefined,
  restored: Restored | undefined,
): ServerChild {
  const child = utilityProcess.fork(SERVER, argumentsOf(restored), {
    serviceName: 'Parley Server',
    stdio: 'pipe',
    env: {
      // Variables set by the user take precedence over the keyring.
      ...secrets,
      ...process.env,
      ...(port && { PARLEY_PORT: port }),
      [LOG_FILE]: serverLogFile(),
    },
  })
  logOutput(child, serverLog)
  return followServer(child)
}

const argumentsOf = (restored: Restored | undefined): string[] =>
  restored ? [restored.id, ...(restored.acceptForeign ? ['--accept-foreign'] : [])] : []
