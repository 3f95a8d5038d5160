import { type Channel, createChannel } from './channel.ts'
import { hasWords } from './sentences.ts'
import type { Sound, Speaking, SpokenSound } from './speak.ts'

/** Asks a service for the sound of one sentence. */
export type SpeakSentence = (text: string, signal: AbortSignal) => AsyncGenerator<Sound>

/** A sentence that has been asked for. */
interface Asked {
  readonly text: string
  readonly sound: AsyncGenerator<Sound>
  readonly first: Promise<IteratorResult<Sound>>
}

/**
 * Speaks by a service that is asked sentence by sentence. From the first sound of one on, the next is asked for, so that
 * there is no gap between them; never more than two at a time.
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
  const open = new Set<Asked>()
  const waiting = sentences[Symbol.asyncIterator]()

  async function ask(): Promise<Asked | undefined> {
    const { done, value: text } = await waiting.next()
    if (done || signal.aborted) return undefined
    const sound = speak(text, signal)
    const asked = { text, sound, first: sound.next() }
    // Whoever awaits it is told later.
    asked.first.catch(() => {})
    open.add(asked)
    return asked
  }

  try {
    for (let next = ask(); ; ) {
      const asked = await next
      if (!asked) return
      const first = await asked.first
      next = ask()
      if (!first.done) yield { ...first.value, begins: asked.text }
      yield* asked.sound
      open.delete(asked)
    }
  } finally {
    // One that was asked for ahead stands at its first sound and would never hear that it is over.
    for (const { sound } of open) sound.return(undefined).catch(() => {})
  }
}
