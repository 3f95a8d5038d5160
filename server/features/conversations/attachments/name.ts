/** Maximum length of a stored name, code points. */
const MAX_LENGTH = 120

/** Extensions that an operating system might act on if they came last. */
const DANGEROUS =
  /\.(?=(?:html?|xhtml|svg|xml|js|mjs|exe|com|bat|cmd|scr|msi|ps1|vbs|jar|lnk|php|sh|app|hta)\.)/gi

/** Invisible characters that make a name read differently, such as a right-to-left override. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** A file name that is safe to show and save: no path, no invisible characters, no deceptive second extension. */
export function safeName(sent: string): string {
  const base = sent.toWellFormed().split(/[/\\]/).at(-1)!
  const clean = base
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .replace(DANGEROUS, '_')
  const dot = clean.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [clean.slice(0, dot), clean.slice(dot)] : [clean, '']
  return `${[...stem].slice(0, MAX_LENGTH - ending.length).join('') || 'file'}${ending.slice(0, 20)}`
}
