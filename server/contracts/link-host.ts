/**
 * The part of a link's URL that its label hides: the host in its ASCII form, or the address in a `mailto:` or `tel:` URL.
 * Undefined if the label starts with exactly that.
 */
export function hiddenHost(url: string, label: string): string | undefined {
  try {
    const { host, pathname } = new URL(url)
    const target = host || pathname
    if (label.replace(/^https?:\/\//, '').split('/')[0] !== target) return target
  } catch {
    // Not a valid URL.
  }
  return undefined
}
