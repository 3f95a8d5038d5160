import path from 'node:path'
import { app } from 'electron'

/**
 * Moves Chromium's data into its own folder on systems where `userData` is also the folder of Parley's data, and all of
 * it to one that Windows does not roam between machines. Must run before `ready`, when Electron reads the paths once.
 */
export function placeProfile(): void {
  if (process.platform === 'linux') return
  const local = process.env['LOCALAPPDATA']
  const isGiven = app.commandLine.hasSwitch('user-data-dir') || process.env['PARLEY_CHECK']
  if (process.platform === 'win32' && local && !isGiven)
    app.setPath('userData', path.join(local, app.name))
  app.setPath('sessionData', path.join(app.getPath('userData'), 'Browser'))
}
