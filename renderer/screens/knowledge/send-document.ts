import { ApiError } from '#contracts/client.ts'
import type { KnowledgeDocument } from '#contracts/knowledge.ts'
import { apiUrl, languageHeader } from '../../app/api.ts'

/** Uploads a file to a knowledge base and reports progress between 0 and 1. */
export type SendDocument = (
  base: number,
  file: File,
  onProgress: (share: number) => void,
) => Promise<KnowledgeDocument>

/** Uploads with XMLHttpRequest, because `fetch` does not report upload progress. */
export const sendDocument: SendDocument = (base, file, onProgress) => {
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.open('POST', apiUrl('createDocument', { params: { id: base } }))
    for (const [name, value] of Object.entries(languageHeader))
      request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onload = () => {
      const body = request.response as { data?: KnowledgeDocument } | null
      if (request.status === 201 && body?.data) resolve(body.data)
      else reject(new ApiError(request.status, body))
    }
    request.onerror = () => reject(new TypeError('The upload broke off'))
    const form = new FormData()
    form.append('file', file, file.name)
    request.send(form)
  })
}
