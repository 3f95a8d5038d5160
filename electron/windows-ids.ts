import { app } from 'electron'

/** The app's name for the task bar and its notifications; electron-builder's `appId`. */
export const APP_ID = 'com.example.parley'

/**
 * COM class activated by a click on a notification. Without our own, each start would leave another in the registry.
 */
export const TOAST_ACTIVATOR = '{40776F72-8A59-4103-B658-C22980292825}'

/** Registers our ids with Windows; the uninstaller removes them (resources/installer.nsh). */
export function identifyToWindows(): void {
  if (process.platform !== 'win32') return
  app.setAppUserModelId(APP_ID)
  app.setToastActivatorCLSID(TOAST_ACTIVATOR)
}
