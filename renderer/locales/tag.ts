/**
 * The language tag (BCP 47) in the name that a browser gives a language; undefined where there is none. In a bare
 * environment the name is one of POSIX, such as `en-US@posix`, `de_DE.UTF-8` or `C`, and `Intl` throws at it.
 */
export function tagOf(name: string): string | undefined {
  const [tag = ''] = name.replaceAll('_', '-').split(/[.@]/)
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}
