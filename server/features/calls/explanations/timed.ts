import type { Spoken } from '../../../providers/voice/provider.ts'
import { withTiming } from '../../conversations/explanations/explain.ts'

/** The explanation of an answer, JSON, with the latency of its words. */
export const explanationOf = ({ timing }: Spoken, explanation: string): string =>
  timing
    ? withTiming(explanation, {
        heard_ms: timing.heardMs,
        thought_ms: timing.thoughtMs,
        sound_ms: timing.soundMs,
      })
    : explanation
