/** An asynchronous queue with one reader. */
export interface Channel<value> extends AsyncIterable<value> {
  push(value: value): void
  /** Ends it after the queued values; later pushes are ignored. */
  end(): void
  /** Ends it with an error for the reader. */
  fail(error: unknown): void
}

export function createChannel<value>(): Channel<value> {
  const held: value[] = []
  let isOver = false
  let failure: { readonly error: unknown } | undefined
  let wake = () => {}

  return {
    push(value) {
      if (isOver) return
      held.push(value)
      wake()
    },
    end() {
      isOver = true
      wake()
    },
    fail(error) {
      if (isOver) return
      failure = { error }
      isOver = true
      wake()
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        while (held.length > 0) yield held.shift()!
        if (failure) throw failure.error
        if (isOver) return
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
