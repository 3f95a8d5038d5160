import type { OutgoingHttpHeaders } from 'node:http'

/** Headers in a log. */
export type Headers = Readonly<Record<string, string>>

/** Headers as text, in order, as many as fit into `maxBytes`. */
export function plainHeaders(headers: OutgoingHttpHeaders, maxBytes: number): Headers {
  let left = maxBytes
  const kept = Object.entries(headers).flatMap(([name, value]) => {
    if (value === undefined) return []
    const text = Array.isArray(value) ? value.join(', ') : String(value)
    left -= Buffer.byteLength(name) + Buffer.byteLength(text)
    return left < 0 ? [] : [[name, text] as const]
  })
  return Object.fromEntries(kept)
}
