/** Creates a check if a `Host` is that of the public https address, which is only reachable by https. */
export function secureHost(publicUrl: string | undefined): (host: string | undefined) => boolean {
  if (!publicUrl?.startsWith('https:')) return () => false
  const expected = new URL(publicUrl).host
  return (host) => host === expected
}
