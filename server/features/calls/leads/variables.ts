import type { JsonObject } from '#contracts/scalars.ts'

/** Maximum size of the variables of a lead or a contact as JSON, bytes. */
const MAX_BYTES = 64 * 1024

/** Variables with others merged into them, in order; null deletes a name. */
export function mergedVariables(
  known: JsonObject,
  sent: JsonObject | readonly JsonObject[] | undefined = {},
): JsonObject {
  const all = [known, ...(Array.isArray(sent) ? sent : [sent])] as readonly JsonObject[]
  return Object.fromEntries(
    Object.entries(Object.assign({}, ...all) as JsonObject).filter(([, value]) => value !== null),
  )
}

export const isTooLarge = (variables: JsonObject): boolean =>
  Buffer.byteLength(JSON.stringify(variables)) > MAX_BYTES
