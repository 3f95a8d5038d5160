interface AnswerCacheOptions {
  /** A number that changes with every write; undefined while it is unknown. */
  readonly version: () => number | undefined
  readonly now: () => Date
  /** Maximum size of the cache, bytes. */
  readonly maxBytes: number
}

export type AnswerCache = ReturnType<typeof createAnswerCache>

interface Kept {
  readonly answer: Buffer
  readonly at: number
}

/** Maximum age of a cached answer, ms; a key's last use is recorded at the same interval. */
const MAX_AGE_MS = 60_000

/** Number of recent questions to remember, at most twice as many: only repeated questions are cached. */
const MAX_RECENT = 512

/** Longest question to remember and cache, characters: anybody can send long ones. */
const MAX_QUESTION_LENGTH = 2048

/**
 * Caches whole answers to repeated questions until the next write (docs/decisions/012). A question contains everything
 * that its answer depends on apart from the data: caller, host name of this server, and request.
 */
export function createAnswerCache({ version, now, maxBytes }: AnswerCacheOptions) {
  const answers = new Map<string, Kept>()
  let keptOf: number | undefined
  let bytes = 0
  let asked = new Set<string>()
  let askedBefore = new Set<string>()

  /** Reports whether a question was asked recently, regardless of writes since, and remembers it. */
  function isAskedAgain(question: string): boolean {
    if (question.length > MAX_QUESTION_LENGTH) return false
    const isKnown = asked.has(question) || askedBefore.has(question)
    asked.add(question)
    if (asked.size >= MAX_RECENT) {
      askedBefore = asked
      asked = new Set()
    }
    return isKnown
  }

  /** The current version of the data, after evicting answers of older ones. */
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
    /** The cached answer to a question, if there was no write since. */
    find(question: string): Buffer | undefined {
      // A cache miss needs no look at the version.
      if (!answers.has(question) || currentVersion() === undefined) return undefined
      const kept = answers.get(question)
      if (!kept || Math.abs(now().getTime() - kept.at) <= MAX_AGE_MS) return kept?.answer
      forget(question, kept)
      return undefined
    },

    /**
     * Called before an answer is computed: returns a function that caches it, unless something was written in between.
     * Undefined for a question that was not asked recently.
     */
    writerFor(question: string): ((answer: Buffer) => void) | undefined {
      if (!isAskedAgain(question)) return undefined
      const before = currentVersion()
      return (answer) => {
        if (before === undefined || version() !== before || answers.has(question)) return
        const kept = { answer, at: now().getTime() }
        const size = sizeOf(question, kept)
        if (size > maxBytes) return
        // Evicts the oldest entries first.
        for (const [oldest, other] of answers) {
          if (bytes + size <= maxBytes) break
          forget(oldest, other)
        }
        answers.set(question, kept)
        bytes += size
      }
    },

    /** Number and size of cached answers. */
    size: () => ({ answers: answers.size, bytes }),
  }
}
