import { fault } from '#contracts/faults.ts'
import { createDeadline, type Deadline } from '../../deadline.ts'
import { SPEECH_LIMITS } from '../limits.ts'
import { createSentences, hasWords } from '../sentences.ts'
import { hostOf, type SpeechNeeds, type SpeechService, wordsOf } from '../service.ts'
import type { Speaking, SpokenSound } from '../speak.ts'
import { asSpeechError, SpeechError } from '../speech-error.ts'
import { openLine } from '../speech-line.ts'
import { type ElevenLabsMessage, readMessage } from './message.ts'
import { createSpokenWords } from './spoken-words.ts'

interface Manner {
  readonly path: string
  readonly settings: Readonly<Record<string, number>>
  /** Sample rate, Hz. */
  readonly rate: number
  readonly signal: AbortSignal
}

/** Maximum duration of an utterance, ms. */
const UTTERANCE_MS = 600_000

const { soundBytes, firstSoundMs, idleMs } = SPEECH_LIMITS

/** Speaks one utterance over its own connection, which is opened at once because text is about to follow. */
export function speakOverLine(
  context: SpeechNeeds,
  service: SpeechService,
  { path, settings, rate, signal: caller }: Manner,
): Speaking {
  const stopped = new AbortController()
  const signal = AbortSignal.any([caller, stopped.signal])
  const headers = service.apiKey ? { 'xi-api-key': service.apiKey } : {}
  const line = openLine(context, service, { path, headers })
  signal.addEventListener('abort', line.close, { once: true })
  if (signal.aborted) line.close()
  line.send(JSON.stringify({ text: ' ', voice_settings: settings }))

  const sentences = createSentences()
  const words = createSpokenWords(rate)
  let deadline: Deadline | undefined
  let hasText = false
  let isFlushed = false
  /** True if text was sent since the last audio. */
  let isOwed = false
  let received = 0

  function send(sentence: string): void {
    if (!hasWords(sentence)) return
    hasText = true
    words.expect(sentence)
    owe()
    // The trailing space marks the last word as complete.
    line.send(JSON.stringify({ text: `${sentence} ` }))
  }

  function owe(): void {
    isOwed = true
    deadline?.allow(firstSoundMs, 'No sound yet')
  }

  /** Starts the timeout of the next step: audio for pending text, or the end. */
  function arm(waiting: Deadline): void {
    deadline = waiting
    if (isOwed) owe()
    else if (isFlushed) waiting.allow(idleMs, 'No more sound')
  }

  function take(value: unknown): ElevenLabsMessage {
    const message = readMessage(value)
    const { sound, error } = message
    if (error !== undefined)
      throw new SpeechError(fault('speech_reported', { words: wordsOf(service, error) }))
    received += sound.length
    if (received > soundBytes)
      throw new SpeechError(fault('speech_too_long', { megabytes: soundBytes / 1024 ** 2 }))
    if (sound.length > 0) isOwed = false
    return message
  }

  async function* messages(): AsyncGenerator<ElevenLabsMessage> {
    const values = line.messages[Symbol.asyncIterator]()
    using waiting = createDeadline({ sleep: context.sleep, signal, totalMs: UTTERANCE_MS })
    try {
      for (;;) {
        arm(waiting)
        const { done, value } = await waiting.race(values.next())
        // No timeout while the consumer plays the audio.
        deadline = undefined
        waiting.rest()
        if (done) throw new SpeechError(fault('speech_cut_off'))
        const message = take(value)
        yield message
        if (message.isLast) return
      }
    } catch (error) {
      throw asSpeechError(error, hostOf(service), waiting.signal)
    }
  }

  async function* soundOf(): AsyncGenerator<SpokenSound> {
    try {
      for await (const message of messages()) yield* words.push(message)
      yield* words.end()
    } catch (error) {
      if (signal.aborted) return
      // Audio received before the error is valid.
      yield* words.end()
      throw error
    } finally {
      stopped.abort()
    }
  }

  return {
    say(fragment) {
      if (!isFlushed) for (const sentence of sentences.push(fragment)) send(sentence)
    },
    flush() {
      if (isFlushed) return
      for (const rest of sentences.end()) send(rest)
      isFlushed = true
      if (!hasText) stopped.abort()
      else line.send(JSON.stringify({ text: '' }))
    },
    stop: () => stopped.abort(),
    audio: { [Symbol.asyncIterator]: soundOf },
  }
}
