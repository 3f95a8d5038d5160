import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { app } from 'electron'
import { COMMON_FIELDS, desktopFile, quoted } from './desktop-file.ts'
import { howInstalled, type Program, startFileOf, thisProgram } from './installed.ts'
import { logProblem } from './log.ts'
import { renewLoginItem } from './login-item.ts'
import { pictureFile } from './pictures.ts'

/** Marks an entry as written by the app, so that nobody else's is ever replaced. */
const MARK = 'X-Parley-Portable'

const dataHome = ({ env }: Program) =>
  env['XDG_DATA_HOME'] || path.join(app.getPath('home'), '.local', 'share')

/**
 * Makes this program the one that opens `parley://` links, and leads what starts with the session to it. On Linux both need
 * files that name the program; a package manager writes them, and of an AppImage or a folder the app itself does.
 */
export function registerWithSession(program = thisProgram()): void {
  // An app that runs from its source would leave an entry behind that starts nothing.
  if (!app.isPackaged) return
  if (program.platform === 'linux') settle(program, startFileOf(program))
  app.setAsDefaultProtocolClient('parley')
}

/** Leads the entries of the session to where an update has put the AppImage. */
export function followAppImage(file: string, program = thisProgram()): void {
  settle(program, file)
}

function settle(program: Program, start: string): void {
  try {
    renewLoginItem(start)
    const [entry, icon] = filesOf(program)
    if (howInstalled(program) === 'deb') {
      // One of a user would hide that of the package.
      if (isOurs(entry)) for (const file of [entry, icon]) rmSync(file, { force: true })
    } else if (isOurs(entry) !== false) {
      put(entry, entryOf(start))
      put(icon, readFileSync(pictureFile('icon.png')))
    }
  } catch (error) {
    // A home that cannot be written is no reason not to start.
    logProblem(error)
  }
}

const filesOf = (program: Program) =>
  [
    path.join(dataHome(program), 'applications', 'parley.desktop'),
    path.join(dataHome(program), 'icons', 'hicolor', '256x256', 'apps', 'parley.png'),
  ] as const

/** In no menu: whoever unpacks a folder has not asked for that. */
const entryOf = (start: string) =>
  desktopFile({
    ...COMMON_FIELDS,
    TryExec: start,
    Exec: `${quoted(start)} %U`,
    NoDisplay: 'true',
    [MARK]: 'true',
  })

/** Reports whether the app has written an entry; undefined where there is none. */
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
