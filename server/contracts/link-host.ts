/**
 * The part of a link's address that its label hides: the host as the network knows it, in ASCII; of `mailto:` and `tel:` the
 * address. Undefined where the label begins with just that.
 */
export function hiddenHost(url: string, label: string): string | undefined {
  try {
    const { host, pathname } = new URL(url)
    const target = host || pathname
    if (label.replace(/^https?:\/\//, '').split('/')[0] !== target) return target
  } catch {
    // It leads nowhere.
  }
  return undefined
}
