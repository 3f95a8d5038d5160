import path from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { placeProfile } from '../../electron/profile-folders.ts'

const electron = vi.hoisted(() => ({
  paths: new Map<string, string>(),
  switches: new Set<string>(),
}))

vi.mock('electron', async () => {
  const { fakeElectron } = await import('../desktop/standin/surface/fake.ts')
  return fakeElectron({
    app: {
      name: 'Parley',
      commandLine: { hasSwitch: (name: string) => electron.switches.has(name) },
      getPath: (name: string) => electron.paths.get(name),
      setPath: (name: string, folder: string) => void electron.paths.set(name, folder),
    },
  })
})

beforeEach(() => {
  electron.switches.clear()
  electron.paths.clear()
  electron.paths.set('userData', path.resolve('/roaming/Parley'))
  vi.stubEnv('PARLEY_CHECK', undefined)
  vi.stubEnv('LOCALAPPDATA', path.resolve('/local'))
  onTestFinished(() => void vi.unstubAllEnvs())
})

/** Profile folders on a system, relative to the root. */
function foldersOn(platform: NodeJS.Platform) {
  const before = process.platform
  Object.defineProperty(process, 'platform', { value: platform })
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: before }))
  placeProfile()
  return Object.fromEntries(electron.paths)
}

const at = (folder: string) => path.resolve(folder)

test('on Windows nothing roams, and Chromium’s storage is separate from the data', () => {
  expect(foldersOn('win32')).toEqual({
    userData: at('/local/Parley'),
    sessionData: at('/local/Parley/Browser'),
  })
})

test('on macOS Chromium’s storage is separate from the data', () => {
  expect(foldersOn('darwin')).toEqual({
    userData: at('/roaming/Parley'),
    sessionData: at('/roaming/Parley/Browser'),
  })
})

test('on Linux the data has a separate folder anyway', () => {
  expect(foldersOn('linux')).toEqual({ userData: at('/roaming/Parley') })
})

test('an explicitly named profile is used', () => {
  electron.switches.add('user-data-dir')
  expect(foldersOn('win32')).toEqual({
    userData: at('/roaming/Parley'),
    sessionData: at('/roaming/Parley/Browser'),
  })
})
