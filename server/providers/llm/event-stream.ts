import { TooLongError } from './failure.ts'

type Bytes = Uint8Array<ArrayBuffer>

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** Fails on a body that exceeds the memory limit. */
export function limitBody(max: number): TransformStream<Bytes, Bytes> {
  let length = 0
  return new TransformStream({
    transform(chunk, controller) {
      length += chunk.length
      if (length > max) throw new TooLongError(`The provider's answer is longer than ${max} bytes`)
      controller.enqueue(chunk)
    },
  })
}

/** Fails on a stream with a line that exceeds the memory limit. */
export function limitLines(max: number): TransformStream<Bytes, Bytes> {
  let length = 0
  return new TransformStream({
    transform(chunk, controller) {
      const lineEnd = Math.max(chunk.lastIndexOf(LINE_FEED), chunk.lastIndexOf(CARRIAGE_RETURN))
      length = lineEnd === -1 ? length + chunk.length : chunk.length - lineEnd - 1
      if (length > max) throw new TooLongError(`A line of the stream is longer than ${max} bytes`)
      controller.enqueue(chunk)
    },
  })
}

const DONE = /[\r\n]data: ?\[DONE\]/
const FINISH_REASON = /"finish_reason"\s*:\s*"/

/** Longer than either pattern, characters. */
const OVERLAP = 64

const STOPPED = '\n\ndata: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n'

/**
 * Ends a stream at `[DONE]`, even if the server keeps it open. The SDK requires a finish reason; if the server sends
 * none, `[DONE]` is replaced by a chunk with one.
 */
export function endAtDone(): TransformStream<Bytes, Bytes> {
  let seen = '\n'
  let hasReason = false
  return new TransformStream({
    transform(chunk, controller) {
      const text = seen + Buffer.from(chunk).toString('latin1')
      hasReason ||= FINISH_REASON.test(text)
      controller.enqueue(chunk)
      seen = text.slice(-OVERLAP)
      if (!DONE.test(text)) return
      controller.enqueue(new TextEncoder().encode(hasReason ? '\n\n' : STOPPED))
      controller.terminate()
    },
  })
}
