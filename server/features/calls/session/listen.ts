import type { VoiceServerMessage } from '#contracts/voice-socket.ts'
import type { Logger } from '../../../log.ts'
import type { Hearing } from '../../../providers/speech/hear.ts'
import type { UntimedEvent } from './turn-events.ts'

interface Listening {
  readonly handle: (event: UntimedEvent) => void
  readonly notify: (message: VoiceServerMessage) => void
  readonly log: Pick<Logger, 'warn'>
}

/** Forwards the events of a transcription service. */
export async function listenTo(
  { events }: Hearing,
  { handle, notify, log }: Listening,
): Promise<void> {
  for await (const event of events) {
    if (event.kind === 'failed') {
      log.warn({ fault: event.fault }, 'what a caller said could not be recognised')
      handle({ kind: 'text', text: '', isFinal: true })
    } else if (event.kind === 'end-of-turn') handle({ kind: 'end-of-turn' })
    else if (event.kind !== 'speech') {
      const { text, kind } = event
      const final = kind === 'final'
      if (text !== '') notify({ type: 'said', speaker: 'visitor', text, final })
      handle({ kind: 'text', text, isFinal: final })
    }
  }
}
