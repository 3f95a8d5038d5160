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

/** The newest so many questions are remembered, at most twice as many: what nobody asks again is not worth a copy. */
const REMEMBERED = 512

/** Longer questions are neither remembered nor kept, characters: anybody can ask them. */
const LONGEST_QUESTION = 2048

/**
 * Keeps whole answers to questions that are asked again, until anything is written (docs/decisions/012). A question holds all
 * that its answer follows from beside the data: who asks, under which name of this server, and what.
 */
export function createAnswerCache({ version, now, maxBytes }: AnswerCacheOptions) {
  const answers = new Map<string, Kept>()
  let keptOf: number | undefined
  let bytes = 0
  let asked = new Set<string>()
  let askedBefore = new Set<string>()

  /** Reports whether a question was asked lately, whatever was written since, and remembers it. */
  function isAskedAgain(question: string): boolean {
    if (question.length > LONGEST_QUESTION) return false
    const isKnown = asked.has(question) || askedBefore.has(question)
    asked.add(question)
    if (asked.size >= REMEMBERED) {
      askedBefore = asked
      asked = new Set()
    }
    return isKnown
  }

  /** The version of the data, once everything of another one is forgotten. */
  function currentVersion(): number | undefined {
    const found = version()
    if (found !== undefined && found !== keptOf) {
      answers.clear()
      bytes = 0
      keptOf = found
    }
    return found
  }

  const sizeOf = (question: string, { answer }: Kept) => question.length * 2 + answer.length

  function forget(question: string, kept: Kept): void {
    answers.delete(question)
    bytes -= sizeOf(question, kept)
  }

  return {
    /** The answer that was given to a question since the last write. */
    find(question: string): Buffer | undefined {
      // What is not there needs no look at the version.
      if (!answers.has(question) || currentVersion() === undefined) return undefined
      const kept = answers.get(question)
      if (!kept || Math.abs(now().getTime() - kept.at) <= MAX_AGE_MS) return kept?.answer
      forget(question, kept)
      return undefined
    },

    /**
     * To be called before an answer is worked out: what keeps it, unless something is written in between. Undefined for a
     * question that was not asked lately.
     */
    keeper(question: string): ((answer: Buffer) => void) | undefined {
      if (!isAskedAgain(question)) return undefined
      const before = currentVersion()
      return (answer) => {
        if (before === undefined || version() !== before || answers.has(question)) return
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
