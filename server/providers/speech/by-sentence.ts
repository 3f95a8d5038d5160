import { setImmediate as endOfTurn } from 'node:timers/promises'
import { type Channel, createChannel } from './channel.ts'
import { hasWords } from './sentences.ts'
import type { Sound, Speaking, SpokenSound } from './speak.ts'

/** Requests the audio of one sentence. */
export type SpeakSentence = (text: string, signal: AbortSignal) => AsyncGenerator<Sound>

/** A sentence that has been requested. */
interface PendingSentence {
  readonly text: string
  readonly sound: AsyncGenerator<Sound>
  readonly first: Promise<IteratorResult<Sound>>
}

/**
 * Speaks with a service that takes one sentence per request. The next sentence is requested when the first audio of the current
 * one arrives, so that there is no gap; never more than two at a time.
 */
export function speakBySentence(speak: SpeakSentence, caller: AbortSignal): Speaking {
  const stopped = new AbortController()
  const signal = AbortSignal.any([caller, stopped.signal])
  const sentences = createChannel<string>()
  signal.addEventListener('abort', sentences.end, { once: true })
  if (signal.aborted) sentences.end()
  return {
    say: (text) => {
      if (hasWords(text)) sentences.push(text)
    },
    flush: sentences.end,
    stop: () => stopped.abort(),
    audio: {
      async *[Symbol.asyncIterator]() {
        try {
          yield* soundOf(sentences, speak, signal)
        } catch (error) {
          if (!signal.aborted) throw error
        } finally {
          stopped.abort()
        }
      },
    },
  }
}

async function* soundOf(
  sentences: Channel<string>,
  speak: SpeakSentence,
  signal: AbortSignal,
): AsyncGenerator<SpokenSound> {
  const open = new Set<PendingSentence>()
  const waiting = sentences[Symbol.asyncIterator]()

  async function ask(): Promise<PendingSentence | undefined> {
    const { done, value: text } = await waiting.next()
    if (done || signal.aborted) return undefined
    const sound = speak(text, signal)
    const asked = { text, sound, first: sound.next() }
    // Prevents an unhandled rejection; the error is handled where it is awaited.
    asked.first.catch(() => {})
    open.add(asked)
    return asked
  }

  try {
    for (let next = ask(); ; ) {
      const asked = await next
      if (!asked) return
      const first = await asked.first
      // Asking takes the thread's time, so the audio that is here is heard first.
      next = endOfTurn().then(ask)
      if (!first.done) yield { ...first.value, begins: asked.text }
      yield* asked.sound
      open.delete(asked)
    }
  } finally {
    // A sentence requested ahead is suspended at its first chunk and has to be closed explicitly.
    for (const { sound } of open) sound.return(undefined).catch(() => {})
  }
}
