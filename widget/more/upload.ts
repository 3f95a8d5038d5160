import type { Attachment } from '#contracts/attachment-fields.ts'
import type { Entry, Parcel } from '../shelf.ts'

/** Timeout of a file that is on its way, ms. */
const TIMEOUT = 120_000

/**
 * Brings the files of a message to the server, one after another, and returns them with their ids. What is there is written
 * down after each, and not sent again after a cut. @throws ApiError
 */
export async function upload(
  request: (path: string, init: RequestInit) => Promise<Response>,
  id: string,
  entry: Entry,
  keep: (entry: Entry) => Promise<void>,
): Promise<readonly Parcel[]> {
  const files = [...entry.files!]
  for (let index = 0; index < files.length; index += 1) {
    const file = files[index]!
    if (file.id) continue
    const body = new FormData()
    body.append('file', file.blob, file.name)
    const signal = AbortSignal.timeout(TIMEOUT)
    const response = await request(`conversations/${id}/attachments`, {
      method: 'POST',
      body,
      signal,
    })
    const { data } = (await response.json()) as { readonly data: Attachment }
    files[index] = { ...file, id: data.id }
    await keep({ ...entry, conversation: id, files })
  }
  return files
}
