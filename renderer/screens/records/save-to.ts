import { saveFile } from '../../app/save-file.ts'
import type { Sink } from './download.ts'

/** Files of more rows than this go straight to the disk where the browser can do that. */
const MANY = 50_000

interface FilePicker {
  showSaveFilePicker?: (options: {
    suggestedName: string
  }) => Promise<{ createWritable(): Promise<Sink> }>
}

/** Opens the destination of an export: a large one goes to a place that the operator chooses, any other to the downloads. */
export async function saveTo(name: string, rows: number): Promise<Sink | undefined> {
  const { showSaveFilePicker: pick } = window as FilePicker
  if (rows <= MANY || !pick) return blobSink(name)
  try {
    const file = await pick.call(window, { suggestedName: name })
    return await file.createWritable()
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === 'AbortError') return undefined
    return blobSink(name)
  }
}

/** Collects the file and hands it to the browser's downloads. */
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
