import type { PlayedCall } from '#contracts/played-calls.ts'
import { lineAt, type Scene } from '../../../providers/voice/sandbox/scenes.ts'
import type { UntimedEvent } from '../session/turn-events.ts'
import { speechMs } from './utterance.ts'

/** The customer of a scene, as far as the call has gone. */
export type Customer = PlayedCall['customer']

/** Whoever interrupts lets the assistant speak for so long; whoever hesitates stops for so long, ms. */
const INTERRUPTS_AFTER_MS = 1000
const HESITATES_MS = 1000
/** Pause of whoever was asked whether they are there, ms. */
const PROMPT_MS = 1000

/** The customer when the call has been answered. */
export const newCustomer = ({ speaksFirst }: Scene): Customer => ({
  next: 0,
  current: -1,
  isAsked: false,
  ...(speaksFirst && { cue: 0 }),
})

const withoutCue = ({ cue: _, ...customer }: Customer): Customer => customer

/** Nobody speaks: they will, unless they have nothing left to say and stay on the line. */
export function onSilence(customer: Customer, scene: Scene, at: number): Customer {
  if (customer.rest !== undefined) return customer
  const isDone = lineAt(scene, customer.next) === undefined
  if (isDone && scene.ending === 'silence') return withoutCue(customer)
  return { ...customer, cue: at + (customer.isAsked ? PROMPT_MS : scene.pauseMs) }
}

/** The assistant speaks. */
export function onSpeech(customer: Customer, scene: Scene, at: number): Customer {
  if (customer.rest !== undefined) return customer
  const willInterrupt = scene.interrupts && lineAt(scene, customer.next) !== undefined
  return willInterrupt ? { ...customer, cue: at + INTERRUPTS_AFTER_MS } : withoutCue(customer)
}

/** The assistant thinks: what they have said was heard, or they were asked whether they are there. */
export function onHeard(customer: Customer, isReply: boolean): Customer {
  const { rest, current, next } = customer
  const waiting = rest === undefined ? withoutCue(customer) : customer
  return { ...waiting, isAsked: !isReply, next: isReply ? current + 1 : next }
}

/** Their cue: they speak, or undefined when they hang up. A line that nobody has heard is said again. */
export function onCue(customer: Customer, scene: Scene, at: number): Customer | undefined {
  const { cue: _, rest, ...waiting } = customer
  if (rest !== undefined) return { ...waiting, saying: { text: rest, since: at, told: -1 } }
  const line = lineAt(scene, customer.next)
  if (line === undefined) return undefined
  const [text, second] = scene.hesitates ? halvesOf(line) : [line]
  const saying = { text, since: at, told: -1 }
  return { ...waiting, current: customer.next, saying, ...(second && { rest: second }) }
}

/** Two halves of a line, the first of which is not over. */
function halvesOf(line: string): [string, string?] {
  const words = line.split(' ')
  const half = Math.ceil(words.length / 2)
  if (words.length < 4) return [line]
  return [`${words.slice(0, half).join(' ')},`, words.slice(half).join(' ')]
}

const wordsOf = (text: string): string[] => text.split(' ')

/** Time of the next that is heard of them: their voice, each word, and the end of it. */
export function wordAt({ saying }: Customer): number | undefined {
  if (!saying) return undefined
  const { text, since, told } = saying
  const share = Math.max(0, Math.min(told + 1, wordsOf(text).length)) / wordsOf(text).length
  return since + (told === -1 ? 0 : share * speechMs(text))
}

/** Events of that moment. */
export function nextWord(customer: Customer, at: number): [Customer, UntimedEvent[]] {
  const { saying, ...silent } = customer
  if (!saying) return [customer, []]
  const { text, told } = saying
  const words = wordsOf(text)
  if (told === words.length) {
    const after = silent.rest === undefined ? silent : { ...silent, cue: at + HESITATES_MS }
    return [after, [VOICE_OFF, { kind: 'text', text, isFinal: true }]]
  }
  const on = { ...customer, saying: { ...saying, told: told + 1 } }
  if (told === -1) return [{ ...on, since: customer.since ?? at }, [VOICE_ON]]
  const partial = words.slice(0, told + 1).join(' ')
  return [on, [{ kind: 'text', text: partial, isFinal: false }]]
}

const VOICE_ON: UntimedEvent = { kind: 'voice', isOn: true }
const VOICE_OFF: UntimedEvent = { kind: 'voice', isOn: false }
