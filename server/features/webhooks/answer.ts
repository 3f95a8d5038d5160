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

/** The beginning of a body as text of at most so many bytes. */
export function textOf(body: Buffer, maxBytes: number): string {
  const text = new TextDecoder().decode(body.subarray(0, maxBytes)).replaceAll('\0', '\uFFFD')
  // The cut may have gone through the middle of a character.
  const whole = body.length > maxBytes ? text.replace(/\uFFFD$/, '') : text
  // What is no text is longer as text than it was.
  const { read } = new TextEncoder().encodeInto(whole, new Uint8Array(maxBytes))
  return whole.slice(0, read)
}
