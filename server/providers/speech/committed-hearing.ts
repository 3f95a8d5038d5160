import { createChannel } from './channel.ts'
import type { ConverserEvent, Conversing } from './converse.ts'
import type { HeardEvent, Hearing } from './hear.ts'

/** Transcription by a realtime model: one final text for all audio committed so far. */
export function createCommittedHearing(conversing: Conversing) {
  const events = createChannel<HeardEvent>()
  /** Commits whose transcripts are pending. */
  let pending = 0
  let texts: string[] = []
  let at = 0

  const whole = (): string => texts.filter((text) => text !== '').join(' ')

  function emitFinal(): void {
    events.push({ kind: 'final', text: whole(), at })
    texts = []
  }

  const hearing: Hearing = {
    push(frame) {
      at = frame.at
      conversing.push(frame)
    },
    finish() {
      if (conversing.commit()) pending += 1
      else if (pending === 0) emitFinal()
    },
    // Committed audio cannot be taken back; the transcript of what follows is appended.
    reopen() {},
    events,
  }

  return {
    hearing,
    hear({ text, isFinal }: Extract<ConverserEvent, { kind: 'heard' }>): void {
      if (!isFinal) {
        events.push({ kind: 'partial', text: `${whole()} ${text}`.trim(), at })
        return
      }
      texts.push(text)
      pending = Math.max(0, pending - 1)
      if (pending === 0) emitFinal()
    },
    end: events.end,
    fail: events.fail,
  }
}
