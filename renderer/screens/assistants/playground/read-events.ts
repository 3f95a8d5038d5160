/** A server-sent event. */
export interface SentEvent {
  readonly type: string
  readonly data: unknown
}

/** Reads the events of an answer as they arrive. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<SentEvent> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let waiting = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      waiting += decoder.decode(value, { stream: true })
      const frames = waiting.split('\n\n')
      waiting = frames.pop() ?? ''
      for (const frame of frames) {
        const event = eventOf(frame)
        if (event) yield event
      }
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

function eventOf(frame: string): SentEvent | undefined {
  const lines = frame.split('\n')
  const read = (name: string) =>
    lines
      .filter((line) => line.startsWith(`${name}: `))
      .map((line) => line.slice(name.length + 2))
      .join('\n')
  const data = read('data')
  return data === '' ? undefined : { type: read('event'), data: JSON.parse(data) }
}
