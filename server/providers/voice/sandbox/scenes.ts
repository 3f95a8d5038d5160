import type { AnsweredBy } from '#contracts/enums.ts'
import type { Line } from '../provider.ts'
import { customerOf } from './customers.ts'

/** Script of a simulated call. */
export interface Scene {
  /** Outcome of the ringing. */
  readonly outcome: 'busy' | 'no-answer' | 'failed' | AnsweredBy
  /** The customer's lines, turn by turn; undefined where the assistant speaks first. */
  readonly heard: readonly (string | undefined)[]
  /** The customer begins anew after the last line. */
  readonly isEndless: boolean
  /** The side that hangs up after the last line: the customer, or the assistant after a long enough silence. */
  readonly ending: 'customer' | 'silence'
  /** Pause of the customer before each line, ms. */
  readonly pauseMs: number
  /** Everything is reported twice, and once more when the call is long over. */
  readonly isRepeated: boolean
}

type Magic =
  | 'busy'
  | 'no-answer'
  | 'failed'
  | 'voicemail'
  | 'hang-up'
  | 'talkative'
  | 'repeated'
  | 'silent'

export type Behaviour = 'ordinary' | Magic

/**
 * The Sandbox's magic numbers: `+1`, any area code, `555 01` and the two digits here, such as +1 202 555 0101. North
 * America keeps these numbers for fiction: they are valid and belong to nobody. Every other number is answered by a
 * person who asks some questions and says goodbye.
 */
export const MAGIC_NUMBERS: Readonly<Record<string, Magic>> = {
  '01': 'busy',
  '02': 'no-answer',
  '03': 'failed',
  '04': 'voicemail',
  '05': 'hang-up',
  '06': 'talkative',
  '07': 'repeated',
  '08': 'silent',
}

/** Outcomes that only an outbound call can have. */
const CALLED_ONLY: readonly Behaviour[] = ['busy', 'no-answer', 'failed', 'voicemail']

/** Longest pause of a talkative customer, ms. */
const LONG_PAUSE_MS = 20_000
const PAUSE_MS = 1000

/** Scene of a line: always the same for the same line. */
export function sceneOf(line: Line): Scene {
  const customer = customerOf(line.language)
  const behaviour = behaviourOf(line)
  const greeting = line.customerSpeaksFirst ? customer.hello : undefined
  const ordinary: Scene = {
    outcome: line.type === 'outbound' ? 'human' : 'unknown',
    heard: [greeting, ...customer.lines, customer.goodbye],
    isEndless: false,
    ending: 'customer',
    pauseMs: PAUSE_MS,
    isRepeated: false,
  }
  switch (behaviour) {
    case 'busy':
    case 'no-answer':
    case 'failed':
      return { ...ordinary, outcome: behaviour }
    case 'voicemail':
      return { ...ordinary, outcome: 'machine', heard: [customer.voicemail], ending: 'silence' }
    case 'hang-up':
      return { ...ordinary, heard: [greeting, customer.lines[0]] }
    case 'talkative':
      return {
        ...ordinary,
        heard: [greeting, ...customer.lines],
        isEndless: true,
        // Shorter than the silence that would end the call.
        pauseMs: Math.min(LONG_PAUSE_MS, line.maxSilence * 500),
      }
    case 'silent':
      return { ...ordinary, outcome: 'unknown', heard: [undefined], ending: 'silence' }
    case 'repeated':
      return { ...ordinary, isRepeated: true }
    case 'ordinary':
      return ordinary
  }
}

function behaviourOf({ customerNumber, type }: Line): Behaviour {
  const digits = /^\+1\d{3}55501(\d\d)$/.exec(customerNumber ?? '')?.[1] ?? ''
  const behaviour = MAGIC_NUMBERS[digits] ?? 'ordinary'
  return type !== 'outbound' && CALLED_ONLY.includes(behaviour) ? 'ordinary' : behaviour
}
