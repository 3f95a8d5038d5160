import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { app } from 'electron'
import type { LoginItem } from './desktop-api.ts'

/** Linux: what starts with the session. A desktop passes over an entry whose program is gone (TryExec). */
const entryFile = () => path.join(app.getPath('appData'), 'autostart', 'parley.desktop')

const entryOf = (program: string) => `[Desktop Entry]
Type=Application
Name=Parley
TryExec=${program}
Exec="${program}"
X-GNOME-Autostart-enabled=true
`

/** Off until somebody asks for it. */
export function loginItem(): LoginItem {
  if (!app.isPackaged) return 'unsupported'
  if (process.platform === 'linux') return hasEntry() ? 'on' : 'off'
  return app.getLoginItemSettings().openAtLogin ? 'on' : 'off'
}

/** Does what somebody asked for, and says how it is then. */
export function setLoginItem(isOn: boolean): LoginItem {
  if (!app.isPackaged) return 'unsupported'
  if (process.platform !== 'linux') app.setLoginItemSettings({ openAtLogin: isOn })
  else if (isOn) {
    mkdirSync(path.dirname(entryFile()), { recursive: true })
    writeFileSync(entryFile(), entryOf(process.env['APPIMAGE'] ?? process.execPath))
  } else rmSync(entryFile(), { force: true })
  return loginItem()
}

function hasEntry(): boolean {
  try {
    return readFileSync(entryFile(), 'utf8').includes('Name=Parley')
  } catch {
    return false
  }
}
