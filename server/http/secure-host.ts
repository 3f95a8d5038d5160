/** Makes the test whether a `Host` is that of the public https address, which is reached by https only. */
export function secureHost(publicUrl: string | undefined): (host: string | undefined) => boolean {
  if (!publicUrl?.startsWith('https:')) return () => false
  const expected = new URL(publicUrl).host
  return (host) => host === expected
}
