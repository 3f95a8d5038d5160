import { type Endpoint, groupsOf, type OpenApi } from '../../renderer/reference/openapi.ts'
import { openApiDocument } from '../../server/features/web/reference/openapi.ts'

/** The real OpenAPI description, so the page is tested with what the server publishes. */
export const description: OpenApi = JSON.parse(
  JSON.stringify(await openApiDocument({ origin: 'http://127.0.0.1:4317', version: '1.2.3' })),
)

/** An endpoint of the description, by name. */
export function findEndpoint(id: string): Endpoint {
  return groupsOf(description)
    .flatMap(({ endpoints }) => endpoints)
    .find(({ operationId }) => operationId === id)!
}

/** The description reduced to one endpoint, which renders much faster. */
export function descriptionOf(id: string): OpenApi {
  const { path, method } = findEndpoint(id)
  return { ...description, paths: { [path]: { [method]: description.paths[path]![method]! } } }
}
