import type { Spoken } from '../../providers/voice/provider.ts'

/** A side of a call as transcripts name it. */
const NAMES = { assistant: 'AI', customer: 'Customer' } as const

/** What was said as lines of a transcript, each on one line. */
export function transcriptOf(spoken: readonly Spoken[]): string {
  return spoken
    .map(({ speaker, content }) => `${NAMES[speaker]}: ${content.replace(/\s*\n\s*/g, ' ')}`)
    .join('\n')
}
