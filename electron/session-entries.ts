import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { app } from 'electron'
import { COMMON_FIELDS, desktopFile, quoted } from './desktop-file.ts'
import { detectInstallation, type Program, startFileOf, thisProgram } from './installed.ts'
import { logProblem } from './log.ts'
import { renewLoginItem } from './login-item.ts'
import { pictureFile } from './pictures.ts'

/** Marks an entry as written by the app, so that no other is ever replaced. */
const MARK = 'X-Parley-Portable'

const dataHome = ({ env }: Program) =>
  env['XDG_DATA_HOME'] || path.join(app.getPath('home'), '.local', 'share')

/**
 * Registers this program as the handler of `parley://` links, and updates its autostart entry. On Linux both need files
 * that name the program; a package manager installs them, for an AppImage or a folder the app writes them.
 */
export function registerWithSession(program = thisProgram()): void {
  // An app running from source would leave behind an entry that starts nothing.
  if (!app.isPackaged) return
  if (program.platform === 'linux') settle(program, startFileOf(program))
  app.setAsDefaultProtocolClient('parley')
}

/** Points the session's entries at the AppImage's path after an update. */
export function followAppImage(file: string, program = thisProgram()): void {
  settle(program, file)
}

function settle(program: Program, start: string): void {
  try {
    renewLoginItem(start)
    const [entry, icon] = filesOf(program)
    if (detectInstallation(program) === 'deb') {
      // A user's entry would hide the package's.
      if (isOurs(entry)) for (const file of [entry, icon]) rmSync(file, { force: true })
    } else if (isOurs(entry) !== false) {
      put(entry, entryOf(start))
      put(icon, readFileSync(pictureFile('icon.png')))
    }
  } catch (error) {
    // An unwritable home must not prevent the start.
    logProblem(error)
  }
}

const filesOf = (program: Program) =>
  [
    path.join(dataHome(program), 'applications', 'parley.desktop'),
    path.join(dataHome(program), 'icons', 'hicolor', '256x256', 'apps', 'parley.png'),
  ] as const

/** Hidden from menus: unpacking a folder is no request for a menu entry. */
const entryOf = (start: string) =>
  desktopFile({
    ...COMMON_FIELDS,
    TryExec: start,
    Exec: `${quoted(start)} %U`,
    NoDisplay: 'true',
    [MARK]: 'true',
  })

/** True if the app wrote the entry; undefined if there is none. */
function isOurs(entry: string): boolean | undefined {
  try {
    return readFileSync(entry, 'utf8').includes(`\n${MARK}=`)
  } catch {
    return undefined
  }
}

function put(file: string, content: string | Buffer): void {
  if (existsSync(file) && readFileSync(file).equals(Buffer.from(content))) return
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
}
