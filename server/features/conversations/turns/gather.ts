import type { Context } from '../../../context.ts'
import type { AnswerWriter } from './writer.ts'

/**
 * Gathers tokens for a moment and writes them together: a transaction for each word would cost more than the word.
 * `refused` aborts once the database takes no more.
 */
export function gather({ sleep, config }: Pick<Context, 'sleep' | 'config'>, writer: AnswerWriter) {
  const refusal = new AbortController()
  let waiting = ''
  let isPlanned = false
  let failure: { readonly error: unknown } | undefined

  function flush(): void {
    if (failure) throw failure.error
    if (waiting === '' || refusal.signal.aborted) return
    const text = waiting
    waiting = ''
    if (!writer.append(text)) refusal.abort()
  }

  return {
    refused: refusal.signal,
    flush,
    add(text: string) {
      waiting += text
      // The first words are not kept waiting.
      if (!writer.hasText) return flush()
      if (isPlanned) return
      isPlanned = true
      void sleep(config.limits.deltaMs)
        .then(() => {
          isPlanned = false
          flush()
        })
        .catch((error: unknown) => {
          // Nobody waits for this one: the turn ends, and says so itself.
          failure = { error }
          refusal.abort()
        })
    },
  }
}
