import { saveFile } from '../../app/save-file.ts'
import type { Sink } from './download.ts'

/** Number of rows above which an export is written directly to disk, if the browser supports it. */
const STREAM_ABOVE = 50_000

interface FilePicker {
  showSaveFilePicker?: (options: {
    suggestedName: string
  }) => Promise<{ createWritable(): Promise<Sink> }>
}

/** Opens the destination of an export: for large ones, a file that the operator chooses; otherwise the downloads. */
export async function saveTo(name: string, rows: number): Promise<Sink | undefined> {
  const { showSaveFilePicker: pick } = window as FilePicker
  if (rows <= STREAM_ABOVE || !pick) return blobSink(name)
  try {
    const file = await pick.call(window, { suggestedName: name })
    return await file.createWritable()
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === 'AbortError') return undefined
    return blobSink(name)
  }
}

/** Collects the file in memory and downloads it. */
function blobSink(name: string): Sink {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  return {
    write: (chunk) => void chunks.push(chunk),
    close() {
      saveFile(new Blob(chunks), name)
    },
    abort: () => void chunks.splice(0),
  }
}
