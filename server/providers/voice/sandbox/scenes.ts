import type { AnsweredBy } from '#contracts/enums.ts'
import type { Line } from '../provider.ts'
import { customerOf } from './customers.ts'

/** Script of a simulated call. */
export interface Scene {
  /** Outcome of the ringing. */
  readonly outcome: 'busy' | 'no-answer' | 'failed' | AnsweredBy
  /** The customer's lines, in order. */
  readonly lines: readonly string[]
  /** The customer says the first line at once, instead of waiting until the assistant has finished. */
  readonly speaksFirst: boolean
  /** The customer starts over after the last line. */
  readonly isEndless: boolean
  /** The side that hangs up after the last line: the customer, or the assistant after prolonged silence. */
  readonly ending: 'customer' | 'silence'
  /** Pause of the customer before each line, ms. */
  readonly pauseMs: number
  /** The customer interrupts the assistant. */
  readonly interrupts: boolean
  /** The customer stops in the middle of each line. */
  readonly hesitates: boolean
  /** Everything is reported twice, and once more long after the call. */
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
  | 'interrupting'
  | 'hesitant'
  | 'bilingual'

export type Behaviour = 'ordinary' | Magic

/**
 * The Sandbox's magic numbers: `+1`, any area code, `555` and these four digits, such as +1 202 555 0101. North America reserves
 * these numbers for fiction: they are valid and unassigned. Every other number is answered by a person who asks some questions
 * and says goodbye.
 */
export const MAGIC_NUMBERS: Readonly<Record<string, Magic>> = {
  '0101': 'busy',
  '0102': 'no-answer',
  '0103': 'failed',
  '0104': 'voicemail',
  '0105': 'hang-up',
  '0106': 'talkative',
  '0107': 'repeated',
  '0108': 'silent',
  '0109': 'interrupting',
  '0110': 'hesitant',
  '0111': 'bilingual',
}

/** Outcomes that only outbound calls can have. */
const CALLED_ONLY: readonly Behaviour[] = ['busy', 'no-answer', 'failed', 'voicemail']

/** Maximum pause of a talkative customer, ms. */
const LONG_PAUSE_MS = 20_000
const PAUSE_MS = 1000

/** Scene of a line: always the same for the same line. */
export function sceneOf(line: Line): Scene {
  const { language, customerSpeaksFirst: speaksFirst } = line
  const customer = customerOf(language)
  const greeting = speaksFirst ? [customer.hello] : []
  const ordinary: Scene = {
    outcome: line.type === 'outbound' ? 'human' : 'unknown',
    lines: [...greeting, ...customer.lines, customer.goodbye],
    speaksFirst,
    isEndless: false,
    ending: 'customer',
    pauseMs: PAUSE_MS,
    interrupts: false,
    hesitates: false,
    isRepeated: false,
  }
  const behaviour = behaviourOf(line)
  switch (behaviour) {
    case 'busy':
    case 'no-answer':
    case 'failed':
      return { ...ordinary, outcome: behaviour }
    case 'voicemail': {
      const lines = [customer.voicemail]
      return { ...ordinary, outcome: 'machine', lines, speaksFirst: true, ending: 'silence' }
    }
    case 'hang-up':
      return { ...ordinary, lines: [...greeting, customer.lines[0]!] }
    case 'talkative': {
      const lines = [...greeting, ...customer.lines]
      // Shorter than the silence that would end the call.
      const pauseMs = Math.min(LONG_PAUSE_MS, line.maxSilence * 500)
      return { ...ordinary, lines, isEndless: true, pauseMs }
    }
    case 'silent':
      return { ...ordinary, outcome: 'unknown', lines: [], ending: 'silence' }
    case 'repeated':
      return { ...ordinary, isRepeated: true }
    case 'interrupting':
      return { ...ordinary, interrupts: true }
    case 'hesitant':
      return { ...ordinary, hesitates: true }
    case 'bilingual': {
      const other = customerOf(line.otherLanguages[0] ?? language)
      const [first, ...rest] = customer.lines
      const lines = [...greeting, first!, ...other.lines.slice(1, 1 + rest.length), other.goodbye]
      return { ...ordinary, lines }
    }
    case 'ordinary':
      return ordinary
  }
}

/** A line of the customer; undefined if there are no more. A greeting is never repeated. */
export function lineAt(
  { lines, isEndless, speaksFirst }: Scene,
  index: number,
): string | undefined {
  if (!isEndless || index < lines.length) return lines[index]
  const opening = speaksFirst ? 1 : 0
  return lines[opening + ((index - opening) % (lines.length - opening))]
}

function behaviourOf({ customerNumber, type }: Line): Behaviour {
  const digits = /^\+1\d{3}555(\d{4})$/.exec(customerNumber ?? '')?.[1] ?? ''
  const behaviour = MAGIC_NUMBERS[digits] ?? 'ordinary'
  return type !== 'outbound' && CALLED_ONLY.includes(behaviour) ? 'ordinary' : behaviour
}
