import type { Limit } from '#contracts/system.ts'
import type { Config } from '../../../config.ts'

/** The limits that somebody at the desk may run into, in the order in which they are shown. */
const SHOWN = [
  'bodyBytes',
  'csvBytes',
  'uploadBytes',
  'attachmentBytes',
  'sessionMs',
  'signInLinkMs',
  'visitorIdleMs',
  'historyMessages',
  'passages',
  'documentMs',
  'documentPassages',
  'pageBytes',
  'webhookTimeoutMs',
  'smsSendMs',
  'eventsKeptMs',
  'maxConnections',
] as const satisfies readonly (keyof Config['limits'])[]

/** A server's limits as they are shown; each name ends in its unit, or counts things. */
export function shownLimits({ limits }: Pick<Config, 'limits'>): Limit[] {
  return SHOWN.map((name) => ({ name, value: limits[name], unit: unitOf(name) }))
}

function unitOf(name: string): Limit['unit'] {
  if (name.endsWith('Bytes')) return 'bytes'
  return name.endsWith('Ms') ? 'ms' : 'count'
}
