import { JsonObject } from '#contracts/scalars.ts'
import { deeperThan } from '../../http/json-body.ts'

/** The JSON object that a receiver answered with; empty when it answered with anything else. */
export function objectIn(body: Buffer, maxDepth: number): JsonObject {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return deeperThan(value, maxDepth) ? {} : (JsonObject.safeParse(value).data ?? {})
  } catch {
    return {}
  }
}

/** The beginning of a body as text, at most so many bytes of it. */
export function textOf(body: Buffer, maxBytes: number): string {
  const text = new TextDecoder().decode(body.subarray(0, maxBytes)).replaceAll('\0', '\uFFFD')
  // The cut may have gone through the middle of a character.
  return body.length > maxBytes ? text.replace(/\uFFFD$/, '') : text
}
