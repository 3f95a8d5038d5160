interface AnswerCacheOptions {
  /** Another number once anything has been written; undefined while that is not known. */
  readonly version: () => number | undefined
  readonly now: () => Date
  /** Most that is kept, bytes. */
  readonly maxBytes: number
}

export type AnswerCache = ReturnType<typeof createAnswerCache>

interface Kept {
  readonly answer: Buffer
  readonly at: number
}

/** An answer is not repeated for longer than this, ms: a key's last use is written down as often. */
const MAX_AGE_MS = 60_000

/**
 * Keeps whole answers until anything is written (docs/decisions/012). A question holds all that its answer follows from
 * beside the data: who asks, under which name of this server, and what.
 */
export function createAnswerCache({ version, now, maxBytes }: AnswerCacheOptions) {
  const answers = new Map<string, Kept>()
  let keptOf: number | undefined
  let bytes = 0

  const sizeOf = (question: string, { answer }: Kept) => question.length * 2 + answer.length

  function forget(question: string, kept: Kept): void {
    answers.delete(question)
    bytes -= sizeOf(question, kept)
  }

  return {
    /** The answer that was given to a question since the last write. */
    find(question: string): Buffer | undefined {
      const found = version()
      if (found === undefined) return undefined
      if (found !== keptOf) {
        answers.clear()
        bytes = 0
        keptOf = found
      }
      const kept = answers.get(question)
      if (!kept || Math.abs(now().getTime() - kept.at) <= MAX_AGE_MS) return kept?.answer
      forget(question, kept)
      return undefined
    },

    /** To be called before an answer is worked out: what keeps it, unless something was written since the last look. */
    keeper(question: string): (answer: Buffer) => void {
      const asked = keptOf
      return (answer) => {
        if (asked === undefined || version() !== asked || answers.has(question)) return
        const kept = { answer, at: now().getTime() }
        const size = sizeOf(question, kept)
        if (size > maxBytes) return
        // The longest kept ones make room.
        for (const [oldest, other] of answers) {
          if (bytes + size <= maxBytes) break
          forget(oldest, other)
        }
        answers.set(question, kept)
        bytes += size
      }
    },

    /** Cached answers. */
    size: () => ({ answers: answers.size, bytes }),
  }
}
