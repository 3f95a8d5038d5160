import path from 'node:path'
import { app } from 'electron'

/**
 * Puts what Chromium stores into a folder of its own on systems where `userData` is also the folder of Parley's data, and
 * all of it where Windows does not copy it from machine to machine. Electron looks at this once, before `ready`.
 */
export function placeProfile(): void {
  if (process.platform === 'linux') return
  const local = process.env['LOCALAPPDATA']
  const isGiven = app.commandLine.hasSwitch('user-data-dir') || process.env['PARLEY_CHECK']
  if (process.platform === 'win32' && local && !isGiven)
    app.setPath('userData', path.join(local, app.name))
  app.setPath('sessionData', path.join(app.getPath('userData'), 'Browser'))
}
