import { type Fault, fault } from '#contracts/faults.ts'
import { providerError } from '../provider-error.ts'
import type { Found, Sent } from './provider.ts'

/** Sandbox behaviour for a magic number, where it differs from the default. */
export interface Scene {
  /** `hangs`: accepts the message but never responds. */
  readonly sent?: Exclude<Sent, { result: 'accepted' }> | 'hangs'
  /** Difference between billed segments and those Parley counts. */
  readonly moreSegments?: number
  readonly found?: Exclude<Found, { result: 'found' }> | 'delivered' | 'undelivered' | 'sent'
}

/** Effect of a magic number, in one word. */
export type Effect = 'refused' | 'unknown' | 'undelivered' | 'stays_sent' | 'other_segments'

/** The magic numbers with their effects. */
export function magicNumbers(): { number: string; effect: Effect }[] {
  return Object.entries(SCENES).map(([number, scene]) => ({ number, effect: effectOf(scene) }))
}

function effectOf({ sent, found, moreSegments = 0 }: Scene): Effect {
  if (sent !== undefined)
    return sent !== 'hangs' && sent.result === 'refused' ? 'refused' : 'unknown'
  if (moreSegments !== 0) return 'other_segments'
  return found === 'undelivered' ? 'undelivered' : 'stays_sent'
}

const refused = (error: Fault): Scene => ({ sent: { result: 'refused', error } })
const unknown = (error: Fault, found: NonNullable<Scene['found']>): Scene => ({
  sent: { result: 'unknown', error },
  found,
})

/** The magic numbers of the Sandbox, from a range that is not assigned. All other numbers receive their messages. */
export const SCENES: Readonly<Record<string, Scene>> = {
  // Refused: nothing is sent and the reservation is released.
  '+15005550001': refused(providerError(21211, "The 'To' number is not a valid phone number.")),
  '+15005550002': refused(
    providerError(21612, "The 'To' number cannot be reached from this 'From' number."),
  ),
  '+15005550003': refused(
    providerError(21408, 'Sending to this region is not enabled for the account.'),
  ),
  '+15005550004': refused(providerError(21610, 'The recipient has unsubscribed.')),
  '+15005550009': refused(providerError(21614, "The 'To' number is not a mobile number.")),
  '+15005550010': refused(fault('verbatim', { text: 'The connection was refused.' })),
  '+15005550011': {
    sent: {
      result: 'refused',
      error: providerError(20429, 'Too many requests.'),
      retryAfterSeconds: 30,
    },
  },
  // Unknown: the money stays reserved until a look-up reveals the outcome.
  '+15005550012': { sent: 'hangs', found: 'delivered' },
  '+15005550013': unknown(fault('sms_provider_status', { status: 503 }), { result: 'absent' }),
  '+15005550014': unknown(fault('sms_answer_broken'), 'delivered'),
  '+15005550015': unknown(fault('sms_provider_status', { status: 500 }), {
    result: 'unclear',
    error: fault('sms_provider_status', { status: 500 }),
  }),
  // Accepted, with an anomaly.
  '+15005550016': { moreSegments: 1 },
  '+15005550017': { moreSegments: -1 },
  '+15005550018': { found: 'undelivered' },
  '+15005550019': { found: 'sent' },
}

/** Never resolves; rejects when the caller aborts. */
export function hang(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}
