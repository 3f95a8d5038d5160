import { type Assistant, listAssistants } from '#contracts/assistants.ts'
import type { Call } from '#contracts/client.ts'

/** One assistant by its id, out of the list; undefined when there is none. */
export async function findAssistant(call: Call, id: number): Promise<Assistant | undefined> {
  for (let page = 1; ; page++) {
    const { data, next_page_url } = await call(listAssistants, { query: { page, per_page: 100 } })
    const found = data.find((assistant) => assistant.id === id)
    if (found || next_page_url === null) return found
  }
}
