/**
 * The language tag (BCP 47) for a browser's language name; undefined if there is none. In a minimal environment the
 * name is a POSIX locale such as `en-US@posix`, `de_DE.UTF-8` or `C`, which `Intl` rejects.
 */
export function tagOf(name: string): string | undefined {
  const [tag = ''] = name.replaceAll('_', '-').split(/[.@]/)
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}
