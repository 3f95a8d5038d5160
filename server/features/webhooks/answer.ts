import { JsonObject } from '#contracts/scalars.ts'
import { deeperThan } from '../../http/json-body.ts'

/** The JSON object in a receiver's response; empty for any other body. */
export function objectIn(body: Buffer, maxDepth: number): JsonObject {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return deeperThan(value, maxDepth) ? {} : (JsonObject.safeParse(value).data ?? {})
  } catch {
    return {}
  }
}

/** The start of a body as text of at most `maxBytes` bytes. */
export function textOf(body: Buffer, maxBytes: number): string {
  const text = new TextDecoder().decode(body.subarray(0, maxBytes)).replaceAll('\0', '\uFFFD')
  // The cut may have split a character.
  const whole = body.length > maxBytes ? text.replace(/\uFFFD$/, '') : text
  // Invalid bytes take more space after decoding.
  const { read } = new TextEncoder().encodeInto(whole, new Uint8Array(maxBytes))
  return whole.slice(0, read)
}
