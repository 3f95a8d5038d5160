import { computed, signal } from '@preact/signals'
import { createAccess } from './access.ts'
import { type Endpoint, groupsOf, type OpenApi, type Section, schemaOf } from './openapi.ts'
import { createTryModel, type TryModel } from './try-model.ts'

export type ReferenceModel = ReturnType<typeof createReferenceModel>

/** The API description, the search, and the endpoints being tried. */
export function createReferenceModel(send: typeof fetch, clock = () => performance.now()) {
  const document = signal<OpenApi>()
  const error = signal<string>()
  const search = signal('')
  const place = signal('')
  const access = createAccess(send)
  const tries = new Map<string, TryModel>()

  const groups = computed(() => (document.value ? groupsOf(document.value) : []))
  const words = computed(() => search.value.toLowerCase().split(/\s+/))
  const found = computed(() =>
    groups.value
      .map(({ name, endpoints }) => ({
        name,
        endpoints: endpoints.filter((endpoint) => has(`${name} ${wordsOf(endpoint)}`, words.value)),
      }))
      .filter(({ endpoints }) => endpoints.length > 0),
  )
  const foundSections = computed(() =>
    (document.value?.['x-guide'] ?? []).filter((section) => has(textOf(section), words.value)),
  )

  async function load(): Promise<void> {
    error.value = undefined
    try {
      const response = await send('/api/openapi.json')
      if (!response.ok) throw new Error(`The server responded with ${response.status}.`)
      document.value = await response.json()
    } catch (failure) {
      error.value = failure instanceof TypeError ? 'Parley does not answer.' : String(failure)
    }
  }

  /** Navigates to an endpoint or section by id, clearing a search that hides it. */
  function open(id: string): void {
    place.value = id
    const shown = [
      ...foundSections.value.map((section) => section.id),
      ...found.value.flatMap(({ endpoints }) => endpoints.map(({ operationId }) => operationId)),
    ]
    if (id !== '' && id !== 'main' && !shown.includes(id)) search.value = ''
  }

  /** The form of an endpoint; input is kept as long as the page is open. */
  function tried(endpoint: Endpoint, description: OpenApi): TryModel {
    const known = tries.get(endpoint.operationId)
    if (known) return known
    const model = createTryModel({ endpoint, document: description, access, send, clock })
    tries.set(endpoint.operationId, model)
    return model
  }

  return { document, error, search, place, access, groups, found, foundSections, load, open, tried }
}

/** Searchable text of an endpoint. */
function wordsOf({ method, path, summary, operationId, ...endpoint }: Endpoint): string {
  const body = endpoint.requestBody && schemaOf(endpoint.requestBody)
  const fields = Object.keys(body?.properties ?? {})
  const parameters = (endpoint.parameters ?? []).map(({ name }) => name)
  return [method, path, summary, operationId, ...fields, ...parameters].join(' ')
}

const textOf = ({ title, blocks }: Section) => `${title} ${JSON.stringify(blocks)}`

const has = (hay: string, words: readonly string[]) =>
  words.every((word) => hay.toLowerCase().includes(word))
