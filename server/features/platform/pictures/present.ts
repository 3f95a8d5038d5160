/** Path of a picture, from its key. */
export function picturePath(key: string): string
export function picturePath(key: string | null | undefined): string | null
export function picturePath(key: string | null | undefined): string | null {
  return key ? `/pictures/${key}` : null
}
