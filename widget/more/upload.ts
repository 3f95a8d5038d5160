import type { Attachment } from '#contracts/attachment-fields.ts'
import { ApiError } from '../api-error.ts'
import type { Entry, Parcel } from '../shelf.ts'
import { reportShare, uploads } from './uploads.ts'

/** Timeout of a file that is on its way, ms. */
const TIMEOUT = 120_000

/**
 * Brings the files of a message to the server, one after another, and returns them with their ids. What is there is written
 * down after each, and not sent again after a cut. @throws ApiError
 */
export async function upload(
  base: string,
  token: () => string | undefined,
  id: string,
  entry: Entry,
  keep: (entry: Entry) => Promise<void>,
): Promise<readonly Parcel[]> {
  const files = [...entry.files!]
  const { client_id } = entry
  const cancelled = new AbortController()
  uploads.set(client_id, cancelled)
  try {
    for (let index = 0; index < files.length; index += 1) {
      const file = files[index]!
      if (file.id) continue
      const data = await post(`${base}conversations/${id}/attachments`, file, {
        token: token(),
        signal: cancelled.signal,
        onShare: (share) => reportShare(client_id, file.name, share),
      })
      files[index] = { ...file, id: data.id }
      if (cancelled.signal.aborted) throw new ApiError(0)
      await keep({ ...entry, conversation: id, files })
    }
    if (cancelled.signal.aborted) throw new ApiError(0)
  } finally {
    uploads.delete(client_id)
  }
  return files
}

interface Sending {
  readonly token: string | undefined
  readonly signal: AbortSignal
  /** Called with the part that has left, 0 to 1. */
  onShare(share: number): void
}

/** Sends one file; `fetch` cannot report the progress of a request. @throws ApiError */
function post(url: string, file: Parcel, { token, signal, onShare }: Sending): Promise<Attachment> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = () => {
      const seconds = Number(request.getResponseHeader('Retry-After')) || 0
      reject(new ApiError(request.status, request.response?.message, seconds * 1000))
    }
    request.open('POST', url)
    request.responseType = 'json'
    request.timeout = TIMEOUT
    request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => onShare(loaded / total)
    request.onload = () => (request.status < 300 ? resolve(request.response.data) : fail())
    request.onerror = request.ontimeout = request.onabort = fail
    signal.addEventListener('abort', () => request.abort())
    const body = new FormData()
    body.append('file', file.blob, file.name)
    request.send(body)
  })
}
