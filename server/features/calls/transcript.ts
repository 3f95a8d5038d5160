import type { Turn } from '#contracts/public-chat.ts'
import type { Spoken } from '../../providers/voice/provider.ts'

/** A side of a call as transcripts name it. */
const NAMES = { assistant: 'AI', customer: 'Customer' } as const

/** What was said as lines of a transcript, each on one line. */
export function transcriptOf(spoken: readonly Spoken[]): string {
  return spoken
    .map(({ speaker, content }) => `${NAMES[speaker]}: ${content.replace(/\s*\n\s*/g, ' ')}`)
    .join('\n')
}

/** What was said as a turn of a chat: the customer is the user. */
export function turnOf({ speaker, content }: Spoken): Turn {
  return { role: speaker === 'customer' ? 'user' : 'assistant', content }
}
