import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeElectron } from '../desktop/standin/surface/fake.ts'
import { readSurface } from '../desktop/standin/surface/read-surface.ts'
import { harness, strictClass, strictModule } from '../desktop/standin/surface/strict.ts'
import surface from '../desktop/standin/surface/surface.json' with { type: 'json' }

/* The value of the Electron stand-in in test/desktop rests on this: it is never more lenient than Electron. */

beforeEach(() => {
  harness.isReady = true
})
afterEach(() => {
  harness.faults.clear()
  harness.violations.length = 0
})

test('the recorded API matches the installed Electron', () => {
  // If not: node test/desktop/standin/surface/write-surface.ts
  expect(surface).toEqual(readSurface())
})

test('a member that Electron lacks throws, and so does one missing in the stand-in', () => {
  const shell = strictModule('shell', {}) as Electron.Shell & { openBrowser(): void }
  expect(() => shell.openBrowser()).toThrow(/Electron \d+\.\d+\.\d+ has no shell\.openBrowser/)
  expect(() => shell.beep()).toThrow('The stand-in has no shell.beep yet')
  expect(harness.violations).toHaveLength(2)
})

test('a stand-in that invents a member or an event is rejected', () => {
  // The compiler rejects this as well, unless it is suppressed.
  const invented: object = { openBrowser: () => undefined }
  expect(() => strictModule('shell', invented)).toThrow('The stand-in invents shell.openBrowser')
  class Tray extends EventEmitter {}
  strictClass('Tray', Tray)
  expect(() => new Tray().emit('clicked')).toThrow("invents 'clicked'")
  expect(() => new Tray().emit('click')).toThrow("'click' of Tray has 3 arguments, not 0")
  expect(() => new Tray().on('clicked', () => undefined)).toThrow("Tray has no event 'clicked'")
})

test('arguments of a wrong number or kind throw', () => {
  const shell = strictModule('shell', { openExternal: async () => undefined })
  const open: (...given: unknown[]) => Promise<void> = shell.openExternal
  expect(() => open()).toThrow('shell.openExternal takes 1 to 2 arguments, got 0')
  expect(() => open(7)).toThrow('shell.openExternal wants string as argument 1')
  expect(() => open('https://example.com', 'now')).toThrow('wants object as argument 2')
  expect(open('https://example.com', undefined)).toBeInstanceOf(Promise)
})

test('members that return a promise in Electron do so in the stand-in, and can be made to reject', async () => {
  const shell = strictModule('shell', { openExternal: async (_url: string) => undefined })
  harness.faults.set('shell.openExternal', 'No application')
  await expect(shell.openExternal('https://example.com')).rejects.toThrow('No application')
  const inTime: object = { openExternal: (_url: string) => undefined }
  const wrong = strictModule('shell', inTime) as Electron.Shell
  harness.faults.clear()
  expect(() => wrong.openExternal('https://example.com')).toThrow("Electron's promise")
})

test('modules that require a ready app throw before it is', () => {
  harness.isReady = false
  const dialog = strictModule('dialog', {
    showMessageBoxSync: (_question: object) => 0,
    showErrorBox: (_title: string, _text: string) => undefined,
  })
  expect(() => dialog.showMessageBoxSync({ message: '' })).toThrow(
    'dialog.showMessageBoxSync cannot be used before app is ready',
  )
  expect(dialog.showErrorBox('', '')).toBeUndefined()
})

test.runIf(process.platform === 'linux')('members of other platforms are missing', () => {
  const app = strictModule('app', new EventEmitter()) as Electron.App
  expect(app.dock).toBeUndefined()
  const preferences = strictModule('systemPreferences', { askForMediaAccess: async () => true })
  expect(preferences.askForMediaAccess).toBeUndefined()
})

test('a test’s fake has nothing that Electron lacks', () => {
  expect(() => fakeElectron({ shell: { openBrowser: () => undefined } })).toThrow(
    'has no Shell.openBrowser',
  )
  class Tray extends EventEmitter {}
  const { Tray: Held } = fakeElectron({ Tray })
  expect(() => new Held().on('clicked', () => undefined)).toThrow('Tray has no event clicked')
  class Window extends EventEmitter {
    readonly shown = 0
    readonly webContents = { sendAll: () => undefined }
  }
  const { BrowserWindow } = fakeElectron({ BrowserWindow: Window })
  expect(() => new BrowserWindow()).toThrow('has no WebContents.sendAll')
})
