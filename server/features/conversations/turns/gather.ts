import type { Context } from '../../../context.ts'
import type { PendingAnswer } from '../../../realtime/pending-answers.ts'
import type { AnswerWriter } from './writer.ts'

/**
 * Writes the text of an answer when it is due, in batches: a transaction per word would cost more than the word.
 * `refused` aborts once the database accepts no more.
 */
export function gather(
  { sleep, config, write }: Pick<Context, 'sleep' | 'config' | 'write'>,
  writer: AnswerWriter,
  pending: PendingAnswer,
) {
  const refusal = new AbortController()
  let isPlanned = false
  let failure: { readonly error: unknown } | undefined

  /** Takes the text within its transaction: from the moment of a hold, nothing is taken. */
  async function writeDue(): Promise<void> {
    if (refusal.signal.aborted || pending.dueIn() !== 0) return
    const isAccepted = await write((tx) => {
      const text = pending.take()
      return text === '' || writer.append(tx, text)
    })
    if (!isAccepted) refusal.abort()
  }

  /** Writes without being awaited: a failure surfaces at the next flush. */
  async function writeUnwatched(): Promise<void> {
    try {
      await writeDue()
    } catch (error) {
      failure = { error }
      refusal.abort()
    }
  }

  function plan(): void {
    const wait = pending.dueIn()
    if (wait === undefined || isPlanned) return
    // The first words are written at once.
    if (wait === 0 && !writer.hasText) return void writeUnwatched()
    isPlanned = true
    void sleep(Math.max(wait, config.limits.deltaMs), pending.over).then(
      () => {
        isPlanned = false
        void writeUnwatched()
        plan()
      },
      () => undefined,
    )
  }

  pending.onChange(() => {
    void writeUnwatched()
    plan()
  })

  return {
    refused: refusal.signal,
    add(text: string): void {
      pending.add(text)
      plan()
    },
    /** Resolves once everything is written and nothing is held, or when it is no longer wanted. */
    async flush(unwanted: AbortSignal): Promise<void> {
      if (!unwanted.aborted) pending.written()
      const ended = AbortSignal.any([unwanted, refusal.signal])
      while (!unwanted.aborted) {
        if (failure) throw failure.error
        if (refusal.signal.aborted) return
        await writeDue()
        if (pending.settle()) return
        await pending.changed(ended)
      }
    },
  }
}
