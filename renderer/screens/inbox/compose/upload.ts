import type { Attachment } from '#contracts/attachment-fields.ts'
import { ApiError } from '#contracts/client.ts'
import { apiUrl, languageHeader } from '../../../app/api.ts'

/** An upload in progress: its result, and a way to abort it. */
export interface Upload {
  readonly result: Promise<Attachment>
  readonly abort: () => void
}

/** Uploads a file and reports progress between 0 and 1. */
export type SendFile = (
  conversation: string,
  file: File,
  onProgress: (share: number) => void,
) => Upload

/** Uploads with XMLHttpRequest, because `fetch` does not report upload progress. */
export const sendFile: SendFile = (conversation, file, onProgress) => {
  const request = new XMLHttpRequest()
  const result = new Promise<Attachment>((resolve, reject) => {
    request.open('POST', apiUrl('uploadAttachment', { params: { uuid: conversation } }))
    for (const [name, value] of Object.entries(languageHeader))
      request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onload = () => {
      const body = request.response as { data?: Attachment } | null
      if (request.status === 201 && body?.data) resolve(body.data)
      else reject(new ApiError(request.status, body))
    }
    request.onerror = () => reject(new TypeError('The upload broke off'))
    request.onabort = () => reject(new DOMException('Stopped', 'AbortError'))
    const form = new FormData()
    form.append('file', file, file.name)
    request.send(form)
  })
  return { result, abort: () => request.abort() }
}
