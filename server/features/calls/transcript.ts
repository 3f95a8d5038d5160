import type { Turn } from '#contracts/public-chat.ts'
import type { Spoken } from '../../providers/voice/provider.ts'

/** A side of a call as transcripts name it. */
const NAMES = { assistant: 'AI', customer: 'Customer', operator: 'Operator' } as const

/** Formats a conversation as a transcript, one utterance a line. */
export function transcriptOf(spoken: readonly Spoken[]): string {
  return spoken
    .map(({ speaker, content }) => `${NAMES[speaker]}: ${content.replace(/\s*\n\s*/g, ' ')}`)
    .join('\n')
}

/** Formats an utterance as a chat turn: the customer is the user. */
export function turnOf({ speaker, content }: Spoken): Turn {
  return { role: speaker === 'customer' ? 'user' : 'assistant', content }
}
