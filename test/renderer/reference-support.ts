import { type Endpoint, groupsOf, type OpenApi } from '../../renderer/reference/openapi.ts'
import { openApiDocument } from '../../server/features/web/reference/openapi.ts'

/** The real description: what the server says is what the page must be able to show. */
export const description: OpenApi = JSON.parse(
  JSON.stringify(openApiDocument({ origin: 'http://127.0.0.1:4317', version: '1.2.3' })),
)

/** An endpoint of it by its name. */
export function findEndpoint(id: string): Endpoint {
  return groupsOf(description)
    .flatMap(({ endpoints }) => endpoints)
    .find(({ operationId }) => operationId === id)!
}

/** The description of one endpoint only, which is drawn much faster than all of them. */
export function descriptionOf(id: string): OpenApi {
  const { path, method } = findEndpoint(id)
  return { ...description, paths: { [path]: { [method]: description.paths[path]![method]! } } }
}
