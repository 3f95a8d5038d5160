/** Fields of an entry in the order in which they are written. */
type Fields = Readonly<Record<string, string>>

/** Text of a desktop entry (specifications.freedesktop.org/desktop-entry-spec). */
export function desktopFile(fields: Fields): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}=${escaped(value)}\n`)
  return `[Desktop Entry]\n${lines.join('')}`
}

/** A program as `Exec` has it: in quotation marks, whatever folder it is in. */
export function quoted(program: string): string {
  return `"${program.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`
}

/** Values have escapes of their own, and one line. */
const escaped = (value: string) =>
  value.replaceAll('\\', '\\\\').replace(/[\n\r\t]/g, (sign) => ESCAPES[sign]!)

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Fields that the menu's entry of the Debian package and the one that a portable Parley writes have in common. */
export const COMMON_FIELDS = {
  Type: 'Application',
  Name: 'Parley',
  Icon: 'parley',
  Terminal: 'false',
  // As Electron names its windows after `desktopName` of package.json.
  StartupWMClass: 'parley',
  Categories: 'Office;',
  MimeType: 'x-scheme-handler/parley;',
} as const
