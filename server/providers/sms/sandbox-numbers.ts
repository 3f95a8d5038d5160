import { type Fault, fault } from '#contracts/faults.ts'
import type { Found, Sent } from './provider.ts'

/** Behaviour of the Sandbox for its magic numbers, where it differs from all others. */
export interface Scene {
  /** `hangs`: it takes the message and never answers. */
  readonly sent?: Exclude<Sent, { result: 'accepted' }> | 'hangs'
  /** Billed segments, added to those that Parley counts. */
  readonly moreSegments?: number
  readonly found?: Exclude<Found, { result: 'found' }> | 'delivered' | 'undelivered' | 'sent'
}

/** The subject of a scene, in one word. */
export type Effect = 'refused' | 'unknown' | 'undelivered' | 'stays_sent' | 'other_segments'

/** The magic numbers with what they show. */
export function magicNumbers(): { number: string; effect: Effect }[] {
  return Object.entries(SCENES).map(([number, scene]) => ({ number, effect: effectOf(scene) }))
}

function effectOf({ sent, found, moreSegments = 0 }: Scene): Effect {
  if (sent !== undefined)
    return sent !== 'hangs' && sent.result === 'refused' ? 'refused' : 'unknown'
  if (moreSegments !== 0) return 'other_segments'
  return found === 'undelivered' ? 'undelivered' : 'stays_sent'
}

const refused = (text: string): Scene => ({
  sent: { result: 'refused', error: fault('verbatim', { text }) },
})
const unknown = (error: Fault, found: NonNullable<Scene['found']>): Scene => ({
  sent: { result: 'unknown', error },
  found,
})

/** The magic numbers of the Sandbox; the range belongs to nobody. Every other number gets its message. */
export const SCENES: Readonly<Record<string, Scene>> = {
  // Refused: nothing is sent, the money comes back.
  '+15005550001': refused("21211: The 'To' number is not a valid phone number."),
  '+15005550002': refused("21612: The 'To' number cannot be reached from this 'From' number."),
  '+15005550003': refused('21408: Sending to this region is not enabled for the account.'),
  '+15005550004': refused('21610: The recipient has unsubscribed.'),
  '+15005550009': refused("21614: The 'To' number is not a mobile number."),
  '+15005550010': refused('The connection was refused.'),
  '+15005550011': {
    sent: {
      result: 'refused',
      error: fault('verbatim', { text: '20429: Too many requests.' }),
      retryAfterSeconds: 30,
    },
  },
  // Unknown: the money stays set aside until the Sandbox says what became of the message.
  '+15005550012': { sent: 'hangs', found: 'delivered' },
  '+15005550013': unknown(fault('sms_provider_status', { status: 503 }), { result: 'absent' }),
  '+15005550014': unknown(fault('sms_answer_broken'), 'delivered'),
  '+15005550015': unknown(fault('sms_provider_status', { status: 500 }), {
    result: 'unclear',
    error: fault('sms_provider_status', { status: 500 }),
  }),
  // Taken, with something odd about it.
  '+15005550016': { moreSegments: 1 },
  '+15005550017': { moreSegments: -1 },
  '+15005550018': { found: 'undelivered' },
  '+15005550019': { found: 'sent' },
}
