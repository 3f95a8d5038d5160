import { fault } from '#contracts/faults.ts'
import { OutgoingError } from '../http/outgoing-error.ts'

interface Limits {
  /** Maximum length of the body, bytes. */
  readonly maxBytes: number
  /** Called once if the body breaks or is too long. */
  readonly onBroken: (error: unknown) => void
  /** Called once at the end of a complete body. */
  readonly onEnd: () => void
}

/** The response with a body that fails beyond its maximum, and whose end is reported: the protocol's library ignores both. */
export function limited(response: Response, { maxBytes, onBroken, onEnd }: Limits): Response {
  const { body, status, headers } = response
  if (!body) return response
  const reader = body.getReader()
  let length = 0
  let isCancelled = false
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (isCancelled) return
        if (done) {
          controller.close()
          onEnd()
          return
        }
        length += value.length
        if (length > maxBytes) throw tooLarge(maxBytes)
        controller.enqueue(value)
      } catch (error) {
        onBroken(error)
        reader.cancel().catch(() => undefined)
        controller.error(error)
      }
    },
    cancel(reason) {
      isCancelled = true
      return reader.cancel(reason)
    },
  })
  return new Response(stream, { status, headers })
}

const tooLarge = (maxBytes: number) =>
  new OutgoingError('failed', fault('mcp_too_large', { size: maxBytes / 1024 }))
