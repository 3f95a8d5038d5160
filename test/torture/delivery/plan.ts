import { createChance } from '../../generated/chance.ts'
import { createRandom } from '../part.ts'

/** Script of one visitor. */
export interface Guest {
  readonly guest: number
  readonly lines: readonly Line[]
}

export interface Line {
  readonly text: string
  /** In which of the browser's two tabs. */
  readonly tab: number
  /** After how long, ms. */
  readonly pause: number
}

/** Fault of a tab, or of the whole browser: the network goes. */
export type Blow = 'close' | 'crash' | 'reload' | 'away' | 'freeze' | 'offline'

/** One browser, its visitors and what happens to it. */
export interface Plan {
  readonly guests: readonly Guest[]
  /** Begins without a network. */
  readonly isOffline: boolean
  readonly blows: readonly {
    readonly blow: Blow
    readonly tab: number
    /** How long after the one before, ms, and how long it lasts. */
    readonly pause: number
    readonly lasts: number
  }[]
}

const BLOWS: readonly Blow[] = ['close', 'crash', 'crash', 'reload', 'away', 'freeze', 'offline']

/** Texts that an assistant knows an answer to, or does not, and that are cut badly by those who cut bytes. */
const TEXTS = [
  'What does Parley cost?',
  'Which licence does Parley have?',
  'Wie öffne ich die Einstellungen? 🥐',
  'Do you deliver to 東京 on Sundays?',
  'ok',
  'And one more thing, which is rather long: '.repeat(6),
]

/** Makes the script of a browser and its visitors from a seed; one visitor in three uses both tabs. */
export function makePlan(seed: number, first: number, count: number): Plan {
  const { below, pick } = createChance(seed * 7919 + first)
  const guests = Array.from({ length: count }, (_, index) => {
    const guest = first + index
    const hasTwo = below(3) === 0
    const lines = Array.from({ length: 3 + below(4) }, (__, number) => ({
      text: `${guest}/${number}: ${pick(TEXTS)}`.trim(),
      tab: hasTwo ? below(2) : 0,
      pause: below(4) === 0 ? below(50) : below(4000),
    }))
    return { guest, lines }
  })
  const blows = Array.from({ length: 20 }, () => ({
    blow: pick(BLOWS),
    tab: below(2),
    pause: 500 + below(5000),
    lasts: below(3000),
  }))
  return { guests, isOffline: below(4) === 0, blows }
}

/** Random numbers for the line of a chat. */
export function randomFor(seed: number): (name: string) => () => number {
  return (name) => createRandom(seed * 31 + Number(name.replace(/\D/g, '') || 0) * 104_729)
}

/** Guest and line of a message; undefined for what somebody else said. */
export function lineOf(
  content: string,
): { readonly guest: number; readonly line: number } | undefined {
  const [, guest, line] = /^(\d+)\/(\d+):/.exec(content) ?? []
  return guest === undefined ? undefined : { guest: Number(guest), line: Number(line) }
}
