import { computed, signal } from '@preact/signals'
import { type Endpoint, groupsOf, type OpenApi, schemaOf } from './openapi.ts'

export type ReferenceModel = ReturnType<typeof createReferenceModel>

/** The description of the API, and what of it is looked for. */
export function createReferenceModel(read: () => Promise<Response>) {
  const document = signal<OpenApi>()
  const error = signal<string>()
  const search = signal('')

  const groups = computed(() => (document.value ? groupsOf(document.value) : []))
  const found = computed(() => {
    const words = search.value.toLowerCase().split(/\s+/)
    return groups.value
      .map(({ name, endpoints }) => ({
        name,
        endpoints: endpoints.filter((endpoint) => has(`${name} ${wordsOf(endpoint)}`, words)),
      }))
      .filter(({ endpoints }) => endpoints.length > 0)
  })

  async function load(): Promise<void> {
    error.value = undefined
    try {
      const response = await read()
      if (!response.ok) throw new Error(`The server answered ${response.status}.`)
      document.value = await response.json()
    } catch (failure) {
      error.value = failure instanceof TypeError ? 'Parley does not answer.' : String(failure)
    }
  }

  return { document, error, search, groups, found, load }
}

/** Everything about an endpoint that somebody may look for. */
function wordsOf({ method, path, summary, operationId, ...endpoint }: Endpoint): string {
  const body = endpoint.requestBody && schemaOf(endpoint.requestBody)
  const fields = Object.keys(body?.properties ?? {})
  const parameters = (endpoint.parameters ?? []).map(({ name }) => name)
  return [method, path, summary, operationId, ...fields, ...parameters].join(' ').toLowerCase()
}

const has = (hay: string, words: readonly string[]) =>
  words.every((word) => hay.toLowerCase().includes(word))
