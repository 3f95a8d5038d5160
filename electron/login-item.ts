import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { app } from 'electron'
import type { LoginItem } from './desktop-api.ts'
import { desktopFile, quoted } from './desktop-file.ts'
import { startFileOf, thisProgram } from './installed.ts'

/** Linux: what starts with the session. A desktop passes over an entry whose program is gone (TryExec). */
const entryFile = () => path.join(app.getPath('appData'), 'autostart', 'parley.desktop')

const entryOf = (program: string) =>
  desktopFile({
    Type: 'Application',
    Name: 'Parley',
    TryExec: program,
    Exec: quoted(program),
    'X-GNOME-Autostart-enabled': 'true',
  })

/** Off until somebody asks for it. */
export function loginItem(): LoginItem {
  if (!app.isPackaged) return 'unsupported'
  if (process.platform === 'linux') return readEntry() === undefined ? 'off' : 'on'
  return app.getLoginItemSettings().openAtLogin ? 'on' : 'off'
}

/** Does what somebody asked for, and says how it is then. */
export function setLoginItem(isOn: boolean): LoginItem {
  if (!app.isPackaged) return 'unsupported'
  if (process.platform !== 'linux') app.setLoginItemSettings({ openAtLogin: isOn })
  else if (isOn) writeEntry(startFileOf(thisProgram()))
  else rmSync(entryFile(), { force: true })
  return loginItem()
}

/** Leads the entry of a Linux session to a program that has moved: the name of an AppImage has its version. */
export function renewLoginItem(program: string): void {
  const entry = readEntry()
  if (entry !== undefined && entry !== entryOf(program)) writeEntry(program)
}

function writeEntry(program: string): void {
  mkdirSync(path.dirname(entryFile()), { recursive: true })
  writeFileSync(entryFile(), entryOf(program))
}

/** Our entry; undefined where there is none. */
function readEntry(): string | undefined {
  try {
    const text = readFileSync(entryFile(), 'utf8')
    return text.includes('Name=Parley') ? text : undefined
  } catch {
    return undefined
  }
}
