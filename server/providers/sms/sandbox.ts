import { createHash } from 'node:crypto'
import { segmentsOf } from '#contracts/segments.ts'
import type { OutgoingSms, SmsProvider } from './provider.ts'
import { hang, SCENES, type Scene } from './sandbox-numbers.ts'

/** Name of the built-in provider. */
export const SANDBOX = 'sandbox'

/** Delay until a Sandbox message counts as delivered, ms. */
const DELIVERY_MS = 2000

/**
 * Default provider of a new server: a simulation that uses no network and sends nothing. Its messages are marked: `provider` is
 * `sandbox`, and every sid starts with `SANDBOX`. Repeated look-ups of a message give the same result, even after a restart;
 * `sandbox-numbers.ts` lists the numbers with special behaviour.
 */
export function createSandbox(): SmsProvider {
  return {
    name: SANDBOX,
    followUps: [DELIVERY_MS],
    async send(message, signal) {
      const { sent } = sceneOf(message)
      if (sent === 'hangs') return hang(signal)
      return sent ?? { result: 'accepted', ...receiptOf(message) }
    },
    async lookup(message) {
      const { found = 'delivered' } = sceneOf(message)
      if (typeof found === 'object') return found
      return { result: 'found', status: found, ...receiptOf(message) }
    },
  }
}

const sceneOf = ({ to }: OutgoingSms): Scene => SCENES[to] ?? {}

function receiptOf(message: OutgoingSms): { sid: string; segments: number } {
  const { reference, createdAt, to, body } = message
  const hash = createHash('sha256').update(`${reference} ${createdAt} ${to}`).digest('hex')
  const segments = segmentsOf(body) + (sceneOf(message).moreSegments ?? 0)
  return { sid: `SANDBOX${hash.slice(0, 32)}`, segments: Math.max(1, segments) }
}
