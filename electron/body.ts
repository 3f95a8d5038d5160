/** The body exceeds its limit. */
export class TooLong extends Error {
  override readonly name = 'TooLong'
}

/**
 * Reads the whole body of a response.
 * @throws TooLong as soon as it exceeds `longest` bytes
 */
export async function bodyOf({ url, body }: Response, longest: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > longest) throw new TooLong(`${url} says more than ${longest} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
