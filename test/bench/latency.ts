interface Target {
  readonly streamUrl: string
  readonly streamHeaders?: Readonly<Record<string, string>>
  /** Sends one message containing this mark. */
  readonly send: (mark: string) => Promise<unknown>
}

/** Times from sending a message to its event on the stream, one after another, ms. */
export async function eventLatencies(
  { streamUrl, streamHeaders = {}, send }: Target,
  count: number,
): Promise<number[]> {
  const abort = new AbortController()
  const response = await fetch(streamUrl, { headers: streamHeaders, signal: abort.signal })
  const arrivals = new Map<string, () => void>()
  const reading = read(response.body!, (text) => {
    for (const [mark, arrived] of arrivals) if (text.includes(mark)) arrived()
  }).catch(() => undefined)
  const latencies: number[] = []
  for (let index = 0; index < count; index += 1) {
    const mark = `mark-${index}-${Math.random().toString(36).slice(2)}`
    const seen = new Promise<number>((resolve) =>
      arrivals.set(mark, () => resolve(performance.now())),
    )
    const sent = performance.now()
    const acknowledged = send(mark)
    latencies.push((await seen) - sent)
    arrivals.delete(mark)
    await acknowledged
  }
  abort.abort()
  await reading
  return latencies
}

async function read(body: ReadableStream<Uint8Array>, look: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  for await (const chunk of body) look(decoder.decode(chunk, { stream: true }))
}
