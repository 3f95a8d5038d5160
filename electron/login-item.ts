import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { app } from 'electron'
import type { LoginItem } from './desktop-api.ts'
import { desktopFile, quoted } from './desktop-file.ts'
import { startFileOf, thisProgram } from './installed.ts'

/** Linux: the autostart entry. A desktop ignores an entry whose program is missing (TryExec). */
const entryFile = () => path.join(app.getPath('appData'), 'autostart', 'parley.desktop')

const entryOf = (program: string) =>
  desktopFile({
    Type: 'Application',
    Name: 'Parley',
    TryExec: program,
    Exec: quoted(program),
    'X-GNOME-Autostart-enabled': 'true',
  })

/** Off by default. */
export function loginItem(): LoginItem {
  if (!app.isPackaged) return 'unsupported'
  if (process.platform === 'linux') return readEntry() === undefined ? 'off' : 'on'
  return app.getLoginItemSettings().openAtLogin ? 'on' : 'off'
}

/** Changes the setting, and returns its actual state afterwards. */
export function setLoginItem(isOn: boolean): LoginItem {
  if (!app.isPackaged) return 'unsupported'
  if (process.platform !== 'linux') app.setLoginItemSettings({ openAtLogin: isOn })
  else if (isOn) writeEntry(startFileOf(thisProgram()))
  else rmSync(entryFile(), { force: true })
  return loginItem()
}

/** Points the entry of a Linux session at a program that has moved: an AppImage's name contains its version. */
export function renewLoginItem(program: string): void {
  const entry = readEntry()
  if (entry !== undefined && entry !== entryOf(program)) writeEntry(program)
}

function writeEntry(program: string): void {
  mkdirSync(path.dirname(entryFile()), { recursive: true })
  writeFileSync(entryFile(), entryOf(program))
}

/** Our entry; undefined if there is none. */
function readEntry(): string | undefined {
  try {
    const text = readFileSync(entryFile(), 'utf8')
    return text.includes('Name=Parley') ? text : undefined
  } catch {
    return undefined
  }
}
