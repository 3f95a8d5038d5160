export interface OpensNeeds {
  /** Monotonic time, ms. */
  readonly now: () => number
}

/** Limit on what a page may open outside the app before a person touches it again. */
export interface Opens {
  /** Notes that a person has touched the page: with the mouse, a finger or a key. */
  touched(): void
  /** Takes one opening without a question; false when it has to be asked about. */
  takeOpening(): boolean
  /** Takes one question; false when the page has asked often enough. */
  takeQuestion(): boolean
}

const MOST_OPENINGS = 3
const MOST_QUESTIONS = 3
const BETWEEN_MS = 1000

/** A page can call `window.open` in a loop, and cannot forge the input that lets it go on. */
export function limitOpens({ now }: OpensNeeds): Opens {
  let [openings, questions] = [0, 0]
  let last = Number.NEGATIVE_INFINITY

  return {
    touched() {
      openings = 0
      questions = 0
    },
    takeOpening() {
      if (openings >= MOST_OPENINGS || now() - last < BETWEEN_MS) return false
      openings += 1
      last = now()
      return true
    },
    takeQuestion() {
      if (questions >= MOST_QUESTIONS) return false
      questions += 1
      return true
    },
  }
}
