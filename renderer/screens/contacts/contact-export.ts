import { apiUrl } from '../../app/api.ts'

/**
 * Everything that is kept of a contact, as the ZIP file that the server makes of it.
 * @throws Error when it does not come, or not whole
 */
export async function wholeContact(fetch: typeof globalThis.fetch, id: string): Promise<Blob> {
  const answer = await fetch(apiUrl('getContactArchive', { params: { id } }))
  if (!answer.ok) throw new Error(`The server answered ${answer.status}`)
  return answer.blob()
}
