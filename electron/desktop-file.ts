/** Fields of a desktop entry, written in this order. */
type Fields = Readonly<Record<string, string>>

/** Text of a desktop entry (specifications.freedesktop.org/desktop-entry-spec). */
export function desktopFile(fields: Fields): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}=${escaped(value)}\n`)
  return `[Desktop Entry]\n${lines.join('')}`
}

/** Quotes a program for `Exec`, so that its path may contain any characters. */
export function quoted(program: string): string {
  return `"${program.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`
}

/** Escapes a value, which must fit on one line. */
const escaped = (value: string) =>
  value.replaceAll('\\', '\\\\').replace(/[\n\r\t]/g, (sign) => ESCAPES[sign]!)

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Fields shared by the Debian package's menu entry and the one written by a portable Parley. */
export const COMMON_FIELDS = {
  Type: 'Application',
  Name: 'Parley',
  Icon: 'parley',
  Terminal: 'false',
  // Electron's window class, derived from `desktopName` in package.json.
  StartupWMClass: 'parley',
  Categories: 'Office;',
  MimeType: 'x-scheme-handler/parley;',
} as const
