/** A random UUID, which every blob's address ends in: `crypto.randomUUID` is missing on pages without https. */
export function uuid(): string {
  const url = URL.createObjectURL(new Blob())
  URL.revokeObjectURL(url)
  return url.slice(-36)
}
