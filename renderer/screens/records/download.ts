import { signal } from '@preact/signals'
import { TOTAL_HEADER } from '#contracts/constants.ts'
import { explain } from '../../app/api.ts'

/** Progress of an export. */
export type Transfer =
  | { readonly state: 'idle' }
  | { readonly state: 'running'; readonly rows: number; readonly total: number | undefined }
  | { readonly state: 'done'; readonly rows: number }
  | { readonly state: 'failed'; readonly reason: string }

/** Destination of a file's bytes. */
export interface Sink {
  write(chunk: Uint8Array<ArrayBuffer>): Promise<void> | void
  /** All bytes have been written. */
  close(): Promise<void> | void
  /** The download failed: partial content is discarded. */
  abort(): Promise<void> | void
}

interface DownloadDeps {
  readonly fetch: typeof fetch
  /** Asks for a destination; undefined if the operator cancels. */
  readonly saveTo: (name: string, total: number) => Promise<Sink | undefined>
}

/** Streams an export, with progress and cancellation. */
export function createDownload({ fetch, saveTo }: DownloadDeps) {
  const transfer = signal<Transfer>({ state: 'idle' })
  let stop = new AbortController()

  /** @param expected number of rows according to the list */
  async function start(url: string, name: string, expected: number): Promise<void> {
    if (transfer.value.state === 'running') return
    const sink = await saveTo(name, expected)
    if (!sink) return
    stop = new AbortController()
    transfer.value = { state: 'running', rows: 0, total: expected }
    try {
      const rows = await pipeTo(url, name.endsWith('.csv'), sink)
      await sink.close()
      transfer.value = { state: 'done', rows }
    } catch (failure) {
      await Promise.resolve(sink.abort()).catch(() => undefined)
      transfer.value = stop.signal.aborted
        ? { state: 'idle' }
        : { state: 'failed', reason: explain(failure) }
    }
  }

  async function pipeTo(url: string, isCsv: boolean, sink: Sink): Promise<number> {
    const response = await fetch(url, { signal: stop.signal })
    if (!response.ok || !response.body) throw new Error(`The server answered ${response.status}`)
    const total = Number(response.headers.get(TOTAL_HEADER)) || undefined
    const counter = rowCounter(isCsv)
    const reader = response.body.getReader()
    while (true) {
      const { done, value } = await reader.read()
      if (done) break
      await sink.write(value as Uint8Array<ArrayBuffer>)
      counter.see(value)
      transfer.value = { state: 'running', rows: counter.rows(), total }
    }
    return counter.rows()
  }

  return {
    transfer,
    start,
    cancel: () => stop.abort(),
    dismiss(): void {
      transfer.value = { state: 'idle' }
    },
  }
}

const QUOTE = 0x22
const LINE_FEED = 0x0a

/** Counts rows in a stream: lines outside quoted cells. */
export function rowCounter(isCsv: boolean) {
  let lines = 0
  let isQuoted = false
  let length = 0
  return {
    see(chunk: Uint8Array): void {
      length += chunk.length
      for (const byte of chunk) {
        if (isCsv && byte === QUOTE) isQuoted = !isQuoted
        else if (byte === LINE_FEED && !isQuoted) lines += 1
      }
    },
    /** CSV has an extra line, the header; JSON has one line per row, except that an empty list is `[]` and a line feed. */
    rows: (): number => {
      if (isCsv) return Math.max(0, lines - 1)
      return length <= 3 ? 0 : lines
    },
  }
}
