import type { Context } from '../../../context.ts'
import type { AnswerWriter } from './writer.ts'

/**
 * Batches tokens for a moment: a transaction per word would cost more than the word. `refused` aborts once the database
 * accepts no more.
 */
export function gather(
  { sleep, config, write }: Pick<Context, 'sleep' | 'config' | 'write'>,
  writer: AnswerWriter,
) {
  const refusal = new AbortController()
  let waiting = ''
  let isPlanned = false
  let failure: { readonly error: unknown } | undefined

  async function writeWaiting(): Promise<void> {
    if (waiting === '' || refusal.signal.aborted) return
    const text = waiting
    waiting = ''
    if (!(await write((tx) => writer.append(tx, text)))) refusal.abort()
  }

  /** Writes without being awaited: a failure surfaces at the next flush. */
  async function writeUnwatched(): Promise<void> {
    try {
      await writeWaiting()
    } catch (error) {
      failure = { error }
      refusal.abort()
    }
  }

  return {
    refused: refusal.signal,
    async flush(): Promise<void> {
      if (failure) throw failure.error
      await writeWaiting()
    },
    add(text: string): void {
      waiting += text
      // The first words are written at once.
      if (!writer.hasText) {
        void writeUnwatched()
        return
      }
      if (isPlanned) return
      isPlanned = true
      void sleep(config.limits.deltaMs).then(() => {
        isPlanned = false
        return writeUnwatched()
      })
    },
  }
}
