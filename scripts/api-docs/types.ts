import type { OpenApi, Schema } from '../../renderer/reference/openapi.ts'
import { link } from './markdown.ts'

/** The types that the page tells about once, and how they are called everywhere else. */
export function typesOf(document: OpenApi) {
  const schemas = document.components?.schemas ?? {}
  const used = new Set(
    [...JSON.stringify([document.paths, schemas]).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name!,
    ),
  )
  const names = Object.keys(schemas)
    .filter((name) => used.has(name) && hasFields(schemas[name]!) && !isRoot(name, document))
    .sort((a, b) => a.localeCompare(b, 'en'))
  return {
    names,
    calls: (name: string) => (names.includes(name) ? link(name, `type-${name}`) : undefined),
  }
}

const hasFields = ({ properties, oneOf }: Schema) => Boolean(properties ?? oneOf)

/** Refusals are told about in the general part, bodies at their endpoint. */
function isRoot(name: string, { paths }: OpenApi): boolean {
  if (['Error', 'Invalid', 'StatusError', 'SuccessError'].includes(name)) return true
  const $ref = `#/components/schemas/${name}`
  return Object.values(paths)
    .flatMap((item) => Object.values(item))
    .some(({ requestBody }) =>
      Object.values(requestBody?.content ?? {}).some(({ schema }) => schema?.$ref === $ref),
    )
}
