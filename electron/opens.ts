export interface OpensNeeds {
  /** Monotonic time, ms. */
  readonly now: () => number
}

/** Limit on what a page may open outside the app between user activations. */
export interface Opens {
  /** Records user activation: by mouse, touch or key. */
  touched(): void
  /** Consumes one opening without a question; false if it requires one. */
  takeOpening(): boolean
  /** Consumes one question; false if the limit is reached. */
  takeQuestion(): boolean
}

const MAX_OPENINGS = 3
const MAX_QUESTIONS = 3
const MIN_INTERVAL_MS = 1000

/** A page can call `window.open` in a loop, but cannot forge the input that resets the limits. */
export function limitOpens({ now }: OpensNeeds): Opens {
  let [openings, questions] = [0, 0]
  let last = Number.NEGATIVE_INFINITY

  return {
    touched() {
      openings = 0
      questions = 0
    },
    takeOpening() {
      if (openings >= MAX_OPENINGS || now() - last < MIN_INTERVAL_MS) return false
      openings += 1
      last = now()
      return true
    },
    takeQuestion() {
      if (questions >= MAX_QUESTIONS) return false
      questions += 1
      return true
    },
  }
}
