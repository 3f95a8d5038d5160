/** Returns a random UUID, taken from a blob URL: `crypto.randomUUID` is missing on pages without HTTPS. */
export function uuid(): string {
  const url = URL.createObjectURL(new Blob())
  URL.revokeObjectURL(url)
  return url.slice(-36)
}
