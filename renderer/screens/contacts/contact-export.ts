import { apiUrl } from '../../app/api.ts'

/**
 * Downloads everything stored about a contact as a ZIP file from the server.
 * @throws Error if the download fails or is incomplete
 */
export async function wholeContact(fetch: typeof globalThis.fetch, id: string): Promise<Blob> {
  const answer = await fetch(apiUrl('getContactArchive', { params: { id } }))
  if (!answer.ok) throw new Error(`The server answered ${answer.status}`)
  return answer.blob()
}
