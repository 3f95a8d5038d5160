import { createHash } from 'node:crypto'
import { segmentsOf } from '#contracts/segments.ts'
import type { OutgoingSms, SmsProvider } from './provider.ts'
import { SCENES, type Scene } from './sandbox-numbers.ts'

/** Name of the embedded provider. */
export const SANDBOX = 'sandbox'

/** A message of the Sandbox is "delivered" this long after it was "sent", ms. */
const DELIVERY_MS = 2000

/**
 * The provider that a new Parley has: a simulation without a network that sends nothing to anybody. Its messages say
 * so: `provider` is `sandbox`, and every sid begins with `SANDBOX`. The same message has the same fate each time it is
 * asked about, also after a restart; `sandbox-numbers.ts` lists the numbers with a fate of their own.
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

/** Waits until whoever asked gives up. */
function hang(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}
