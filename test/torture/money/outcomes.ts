import type { Sent } from '../../../server/providers/sms/provider.ts'

/** One way in which a provider can take a message. */
export interface ProviderOutcome {
  /** Undefined: it never answers. */
  readonly answer: Sent | undefined
  /** Whether the message has really been sent. */
  readonly isSent: boolean
  /** Billed segments beyond those that were counted. */
  readonly moreSegments?: number
}

const refused = (error: string): ProviderOutcome => ({
  answer: { result: 'refused', error },
  isSent: false,
})
const unknown = (error: string, isSent: boolean): ProviderOutcome => ({
  answer: { result: 'unknown', error },
  isSent,
})

/** What a provider can do, by name; a message's text begins with the name of its outcome. */
export const OUTCOMES: Readonly<Record<string, ProviderOutcome>> = {
  accepted: { answer: { result: 'accepted', sid: '' }, isSent: true },
  'more segments': { answer: { result: 'accepted', sid: '' }, isSent: true, moreSegments: 1 },
  'connection refused': refused('The connection was refused.'),
  'a definite no': refused('21610: The recipient has unsubscribed.'),
  'too many requests': refused('20429: Too many requests.'),
  'no answer': { answer: undefined, isSent: true },
  'a 5xx, sent': unknown('The provider answered 500.', true),
  'a 5xx, not sent': unknown('The provider answered 503.', false),
  'a broken answer': unknown('The answer of the provider is broken.', true),
}

export const OUTCOME_NAMES = Object.keys(OUTCOMES)

/** The outcome that a message's text asks for. */
export const outcomeOf = (body: string): ProviderOutcome => OUTCOMES[body.split(':')[0]!]!
