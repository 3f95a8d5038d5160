// A stand-in for the part of Electron's main-process API that electron/ uses, as strict as electron.d.ts
// (surface/). Windows are pages of a real Chromium; main.js, preload.cjs, the operator app and the server are
// the built files. It does not reproduce the sandbox, the menu bar or fuses.
import { app } from './app.ts'
import { ipcMain } from './ipc-main.ts'
import { clipboard, nativeImage, powerMonitor, screen, systemPreferences, Tray } from './machine.ts'
import { safeStorage } from './safe-storage.ts'
import { session } from './session.ts'
import { autoUpdater, dialog, Menu, Notification, shell } from './surroundings.ts'
import { utilityProcess } from './utility-process.ts'
import { BrowserWindow } from './window.ts'

export {
  app,
  autoUpdater,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  Notification,
  nativeImage,
  powerMonitor,
  safeStorage,
  screen,
  session,
  shell,
  systemPreferences,
  Tray,
  utilityProcess,
}
