import type { Limit } from '#contracts/system.ts'
import type { Config } from '../../../config.ts'

/** The limits that operators may encounter, in display order. */
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

/** A server's limits for display; each name ends in its unit, unless it is a count. */
export function shownLimits({ limits }: Pick<Config, 'limits'>): Limit[] {
  return SHOWN.map((name) => ({ name, value: limits[name], unit: unitOf(name) }))
}

function unitOf(name: string): Limit['unit'] {
  if (name.endsWith('Bytes')) return 'bytes'
  return name.endsWith('Ms') ? 'ms' : 'count'
}
