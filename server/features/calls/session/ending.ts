import type { Happening } from './turn-events.ts'
import type { Phase } from './turn-state.ts'

/** Reason for which a call ends: its money is used up, or nothing hears the caller any more. */
export type Ending = 'spent' | 'lost'

/** Money that is used up leaves this much time for a goodbye, ms: what it costs beyond is not charged. */
const GOODBYE_MS = 12_000

/** Has the last words of a call said, once there is a reason for them; where nobody asks for any, they come by themselves. */
export function createEnding({ onDeaf }: { readonly onDeaf?: (() => void) | undefined }) {
  let isSpent = false
  let isEndNear = false
  let reason: Ending | undefined
  /** Nothing has been asked for since there is a reason. */
  let isDue = false

  function begin(why: Ending): void {
    reason ??= why
    isDue = true
  }

  return {
    /** The money lasts so much longer, ms. Returns the time until the call ends, ms. */
    spend(leftMs: number): number {
      isSpent = true
      return Math.max(leftMs, GOODBYE_MS)
    },
    /** The longest duration is near. */
    warn(): void {
      isEndNear = true
      if (isSpent) begin('spent')
    },
    /** Nothing hears the caller any more. */
    lose(): void {
      onDeaf?.()
      begin('lost')
    },
    /** Words are being asked for. */
    asked() {
      isDue = false
      return { isEndNear, ending: reason }
    },
    /** Reports whether the last words are to be asked for now. */
    isDueIn: (phase: Phase['kind']): boolean =>
      isDue && (phase === 'listening' || (phase === 'speaking' && reason === 'spent')),
  }
}

/** Written words, as they would be heard. */
export const asIfSaid = (text: string): readonly Happening[] => [
  { kind: 'digit' },
  { kind: 'voice', isOn: true },
  { kind: 'voice', isOn: false },
  { kind: 'text', text, isFinal: true },
]
