import { wavFile } from '../../media/wav.ts'
import { createChannel } from './channel.ts'
import type { HeardEvent, Hearing, HearOptions } from './hear.ts'
import { SPEECH_LIMITS } from './limits.ts'
import { SpeechError } from './speech-error.ts'

/** Transcript of an utterance. */
export interface Transcript {
  readonly text: string
  readonly language?: string
}

/** Requests the transcript of a WAV file. */
export type Transcribe = (wav: Uint8Array, signal: AbortSignal) => Promise<Transcript>

/** Collected audio; `endAt` is its end on the line clock, ms. */
interface Utterance {
  readonly parts: Int16Array[]
  readonly dropped: AbortController
  samples: number
  endAt: number
  isSettled: boolean
}

/**
 * Transcribes with a service that takes one utterance per request; utterances that exceed its limit are sent in parts. Results
 * are emitted in the order of the speech.
 */
export function hearByUtterance(
  transcribe: Transcribe,
  { rate, signal }: Pick<HearOptions, 'rate' | 'signal'>,
): Hearing {
  const events = createChannel<HeardEvent>()
  signal.addEventListener('abort', events.end, { once: true })
  if (signal.aborted) events.end()
  let current = silence()
  let last: Utterance | undefined
  let reported: Promise<void> = Promise.resolve()

  function finish(): void {
    const utterance = current
    if (utterance.parts.length === 0 || signal.aborted) return
    current = silence()
    last = utterance
    const event = eventOf(utterance)
    // Awaited only after those before it.
    event.catch(() => {})
    reported = reported
      .then(() => event)
      .then((known) => {
        utterance.isSettled = true
        if (known && !utterance.dropped.signal.aborted) events.push(known)
      }, events.fail)
  }

  /** Undefined if the result is no longer needed. */
  async function eventOf(utterance: Utterance): Promise<HeardEvent | undefined> {
    const { endAt: at, dropped } = utterance
    const over = AbortSignal.any([signal, dropped.signal])
    try {
      return { kind: 'final', ...(await transcribe(wavOf(utterance), over)), at }
    } catch (error) {
      if (over.aborted) return undefined
      if (!(error instanceof SpeechError)) throw error
      return { kind: 'failed', fault: error.fault, at }
    }
  }

  function wavOf({ parts, samples }: Utterance): Uint8Array {
    const whole = new Int16Array(samples)
    let at = 0
    for (const part of parts) {
      whole.set(part, at)
      at += part.length
    }
    return wavFile({ encoding: 'pcm16', rate, channels: 1 }, [whole])
  }

  return {
    push({ pcm, at }) {
      current.parts.push(pcm.slice())
      current.samples += pcm.length
      current.endAt = at + (pcm.length / rate) * 1000
      if (current.samples >= SPEECH_LIMITS.utteranceSeconds * rate) finish()
    },
    finish,
    reopen() {
      if (!last || last.isSettled) return
      last.dropped.abort()
      current.parts.unshift(...last.parts)
      current.samples += last.samples
      current.endAt ||= last.endAt
      last = undefined
    },
    events,
  }
}

const silence = (): Utterance => ({
  parts: [],
  dropped: new AbortController(),
  samples: 0,
  endAt: 0,
  isSettled: false,
})
