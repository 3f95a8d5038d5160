import { createHash } from 'node:crypto'
import { SANDBOX } from '../sms/sandbox.ts'
import { hang, SCENES, type Scene } from '../sms/sandbox-numbers.ts'
import type { Channel, OutgoingMessage, QuestionedMessage, Receipt } from './channel.ts'

const HOUR_MS = 3_600_000

/** Time until a message counts as delivered, and as read, ms. */
const DELIVERED_MS = 1000
const READ_MS = 3000

/** Duration of the review of a template, ms. */
const REVIEW_MS = 5000

/**
 * Default channel: a simulation that uses no network and sends nothing. Recipients of the SMS Sandbox meet the same fates
 * (`sandbox-numbers.ts`); all others receive their messages after a second and read them after three. Repeated look-ups give
 * the same result, even after a restart.
 */
export function createSandboxChannel(): Channel {
  return {
    name: SANDBOX,
    capabilities: {
      windowMs: 24 * HOUR_MS,
      maxLength: 4096,
      hasTemplates: true,
      hasReceipts: true,
      isPlayed: true,
    },
    newSender: { quality: 'GREEN', limit: null },
    followUps: [DELIVERED_MS, READ_MS],
    async send(message, { signal }) {
      const { sent } = sceneOf(message)
      if (sent === 'hangs') return hang(signal)
      return sent ?? { result: 'accepted', sid: sidOf(message) }
    },
    async lookup(message) {
      const { found } = sceneOf(message)
      if (typeof found === 'object') return found
      return { result: 'found', sid: sidOf(message), status: found ?? statusAt(message) }
    },
    async review({ name, createdAt }, now) {
      const at = createdAt + REVIEW_MS
      if (now.getTime() < at) return { again: new Date(at) }
      return { status: name.includes('reject') ? 'rejected' : 'approved' }
    },
  }
}

const sceneOf = ({ to }: OutgoingMessage): Scene => SCENES[to] ?? {}

function statusAt({ age }: QuestionedMessage): Extract<Receipt, { result: 'found' }>['status'] {
  if (age >= READ_MS) return 'read'
  return age >= DELIVERED_MS ? 'delivered' : 'sent'
}

function sidOf({ reference, createdAt, to }: OutgoingMessage): string {
  const hash = createHash('sha256')
    .update(`messenger ${reference} ${createdAt} ${to}`)
    .digest('hex')
  return `SANDBOX${hash.slice(0, 32)}`
}
