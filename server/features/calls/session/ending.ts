import type { UntimedEvent } from './turn-events.ts'
import type { Phase } from './turn-state.ts'

/** Reason why a call ends: the money is used up, or speech recognition is lost. */
export type Ending = 'spent' | 'lost'

/** Time for a goodbye once the money is used up, ms; its cost beyond the reservation is not charged. */
const GOODBYE_MS = 12_000

/** Makes the assistant say the last words of a call once there is a reason, even if nobody speaks. */
export function createEnding({
  onTranscriptionLost,
}: {
  readonly onTranscriptionLost?: (() => void) | undefined
}) {
  let isSpent = false
  let isEndNear = false
  let reason: Ending | undefined
  /** No answer was requested since there is a reason. */
  let isDue = false

  function begin(cause: Ending): void {
    reason ??= cause
    isDue = true
  }

  return {
    /** The money lasts this much longer, ms. Returns the time until the call ends, ms. */
    spend(leftMs: number): number {
      isSpent = true
      return Math.max(leftMs, GOODBYE_MS)
    },
    /** The maximum duration is near. */
    warn(): void {
      isEndNear = true
      if (isSpent) begin('spent')
    },
    /** Speech recognition is lost. */
    lose(): void {
      onTranscriptionLost?.()
      begin('lost')
    },
    /** An answer is requested. */
    asked() {
      isDue = false
      return { isEndNear, ending: reason }
    },
    /** Reports whether the last words are due now. */
    isDueIn: (phase: Phase['kind']): boolean =>
      isDue && (phase === 'listening' || (phase === 'speaking' && reason === 'spent')),
  }
}

/** The events of typed words, as if they were spoken. */
export const eventsOfTyped = (text: string): readonly UntimedEvent[] => [
  { kind: 'digit' },
  { kind: 'voice', isOn: true },
  { kind: 'voice', isOn: false },
  { kind: 'text', text, isFinal: true },
]
