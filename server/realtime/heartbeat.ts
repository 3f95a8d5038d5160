import type { Stream } from './stream.ts'

/** Streams are served in groups, one group per interval, ms. */
const STEP_MS = 100

/** Calls `beat` with every stream once per `everyMs`, a few at a time: ten thousand at once would block the event loop for a third of a second. */
export function createHeartbeat(everyMs: number, beat: (streams: Iterable<Stream>) => void) {
  const groups = Array.from(
    { length: Math.max(1, Math.floor(everyMs / STEP_MS)) },
    () => new Set<Stream>(),
  )
  let count = 0
  let joining = 0
  let beating = 0
  let timer: NodeJS.Timeout | undefined

  function beatNext(): void {
    beating = (beating + 1) % groups.length
    beat(groups[beating]!)
  }

  function stop(): void {
    clearInterval(timer)
    timer = undefined
  }

  return {
    /** Adds a stream until the returned function is called. */
    add(stream: Stream): () => void {
      joining = (joining + 1) % groups.length
      const group = groups[joining]!
      group.add(stream)
      count += 1
      timer ??= setInterval(beatNext, everyMs / groups.length).unref()
      return () => {
        if (!group.delete(stream)) return
        count -= 1
        if (count === 0) stop()
      }
    },
    stop,
  }
}
