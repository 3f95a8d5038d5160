/** Longest name that is kept, code points. */
const LONGEST = 120

/** Endings that a system might act on, were they the last. */
const DANGEROUS =
  /\.(?=(?:html?|xhtml|svg|xml|js|mjs|exe|com|bat|cmd|scr|msi|ps1|vbs|jar|lnk|php|sh|app|hta)\.)/gi

/** Formatting that makes a name read other than it is, such as a right-to-left override. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** A file's name as it may be shown and saved: no path, nothing invisible, no second ending that means something. */
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
  return `${[...stem].slice(0, LONGEST - ending.length).join('') || 'file'}${ending.slice(0, 20)}`
}
