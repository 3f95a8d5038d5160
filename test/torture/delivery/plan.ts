import { createChance } from '../../generated/chance.ts'
import { createRandom } from '../part.ts'

/** Script of one visitor. */
export interface Guest {
  readonly guest: number
  readonly lines: readonly Line[]
}

export interface Line {
  readonly text: string
  /** Index of the browser's tab. */
  readonly tab: number
  /** Delay before it, ms. */
  readonly pause: number
}

/** A fault of a tab, or of the whole browser when the network fails. */
export type Blow = 'close' | 'crash' | 'reload' | 'away' | 'freeze' | 'offline'

/** One browser, its visitors and what happens to it. */
export interface Plan {
  readonly guests: readonly Guest[]
  /** Starts offline. */
  readonly isOffline: boolean
  readonly blows: readonly {
    readonly blow: Blow
    readonly tab: number
    /** Delay after the previous one, and its duration, ms. */
    readonly pause: number
    readonly lasts: number
  }[]
}

const BLOWS: readonly Blow[] = ['close', 'crash', 'crash', 'reload', 'away', 'freeze', 'offline']

/** Texts that an assistant can or cannot answer, and that suffer when cut by bytes. */
const TEXTS = [
  'What does Parley cost?',
  'Which licence does Parley have?',
  'Wie öffne ich die Einstellungen? 🥐',
  'Do you deliver to 東京 on Sundays?',
  'ok',
  'And one more thing, which is rather long: '.repeat(6),
]

/** Generates the script of a browser and its visitors from a seed; one visitor in three uses both tabs. */
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

/** Random numbers for a chat's line. */
export function randomFor(seed: number): (name: string) => () => number {
  return (name) => createRandom(seed * 31 + Number(name.replace(/\D/g, '') || 0) * 104_729)
}

/** Guest and line of a message; undefined for anyone else's. */
export function lineOf(
  content: string,
): { readonly guest: number; readonly line: number } | undefined {
  const [, guest, line] = /^(\d+)\/(\d+):/.exec(content) ?? []
  return guest === undefined ? undefined : { guest: Number(guest), line: Number(line) }
}
