import type { Personality } from '../../support/sms-provider-stand-in.ts'

/** Point at which the route to the provider ends before anything has left. */
export type BrokenWay = 'refused' | 'unnamed' | 'unencrypted' | 'private'

/** One outcome for a message. */
export interface ProviderOutcome {
  /** Behaviour of the provider towards a request; one on a broken route never arrives. */
  readonly at: Personality | { readonly way: BrokenWay }
  /** True when the message has actually been sent. */
  readonly isSent: boolean
}

const broken = (way: BrokenWay): ProviderOutcome => ({ at: { way }, isSent: false })
const sent = (at: Personality): ProviderOutcome => ({ at, isSent: true })
const notSent = (at: Personality): ProviderOutcome => ({ at, isSent: false })

/** Possible outcomes of a message, by name; a message's text starts with the name of its outcome. */
export const OUTCOMES: Readonly<Record<string, ProviderOutcome>> = {
  accepted: sent('created'),
  'more segments': sent('moreSegments'),
  'connection refused': broken('refused'),
  'an unknown name': broken('unnamed'),
  'encryption that fails': broken('unencrypted'),
  'an address that is not called': broken('private'),
  'a definite no': notSent('unsubscribed'),
  'too many requests': notSent('busy'),
  'no answer': sent('hanging'),
  'a connection cut off': sent('reset'),
  'half an answer': sent('resetMidway'),
  'a 5xx, sent': sent('failingSent'),
  'a 5xx, not sent': notSent('unavailable'),
  'a broken answer': sent('brokenJson'),
  'an answer without an id': sent('withoutSid'),
}

export const OUTCOME_NAMES = Object.keys(OUTCOMES)

/** The outcome requested by a message's text. */
export const outcomeOf = (body: string): ProviderOutcome => OUTCOMES[body.split(':')[0]!]!

/** Point at which a message's route ends; undefined when it leads to the provider. */
export function brokenWayOf(body: string): BrokenWay | undefined {
  const { at } = outcomeOf(body)
  return typeof at === 'object' ? at.way : undefined
}
