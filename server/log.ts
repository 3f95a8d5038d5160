import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config.ts'

export type { Logger }

/** Log fields that may contain secrets. */
const SECRETS = [
  'authorization',
  'cookie',
  'token',
  'key',
  'apiKey',
  'secret',
  'control',
  'password',
].flatMap((name) => [name, `*.${name}`, `headers.${name}`, `*.headers.${name}`])

/** The log of one server: JSON lines on stderr with secrets redacted; `text` includes only warnings and errors. */
export function createLog(
  mode: Config['log'],
  destination: DestinationStream = pino.destination(2),
): Logger {
  return pino(
    {
      level: { text: 'warn', json: 'info', silent: 'silent' }[mode],
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: [...SECRETS, 'err.details'], censor: '[redacted]' },
    },
    destination,
  )
}
