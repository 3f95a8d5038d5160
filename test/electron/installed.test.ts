import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  appImageOf,
  detectInstallation,
  type Program,
  startFileOf,
} from '../../electron/installed.ts'

const home = mkdtempSync(path.join(tmpdir(), 'parley-installed-'))
const at = (name: string) => path.join(home, name)
mkdirSync(at('deb'))
writeFileSync(at('deb/package-type'), 'deb\n')
mkdirSync(at('folder'))
mkdirSync(at('mount'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** AppImages exist only on Linux, and symbolic links need a privilege elsewhere. */
const onLinux = test.runIf(process.platform === 'linux')

const program = (change: Partial<Program>): Program => ({
  platform: 'linux',
  env: {},
  execPath: at('folder/parley-bin'),
  resourcesPath: at('folder'),
  ...change,
})

/** Inherited from a terminal that came as an AppImage, in the environment of everything started in it. */
const INHERITED = { APPIMAGE: '/home/ada/Terminal.AppImage', APPDIR: '/tmp/.mount_Terminal' }

onLinux('an AppImage counts as one only if the program runs from its mount', () => {
  const env = { APPIMAGE: '/home/ada/Parley.AppImage', APPDIR: at('mount') }
  const inside = program({ env, execPath: at('mount/parley-bin') })
  expect([detectInstallation(inside), appImageOf(inside)]).toEqual(['AppImage', env.APPIMAGE])
  symlinkSync(at('mount'), at('link-to-mount'))
  const linked = { ...inside, env: { ...env, APPDIR: at('link-to-mount') } }
  expect(detectInstallation(linked)).toBe('AppImage')
  expect(detectInstallation({ ...inside, execPath: `${at('mount')}-other/parley-bin` })).toBe(
    'none',
  )
  expect(detectInstallation({ ...inside, env: { APPIMAGE: env.APPIMAGE } })).toBe('none')
  expect(detectInstallation({ ...inside, env: { ...env, APPIMAGE: 'Parley.AppImage' } })).toBe(
    'none',
  )
})

test('a folder started from another AppImage’s terminal is a folder', () => {
  expect(detectInstallation(program({ env: INHERITED }))).toBe('none')
})

test('a Debian package counts as one whatever its environment and mount', () => {
  expect(detectInstallation(program({ env: INHERITED, resourcesPath: at('deb') }))).toBe('deb')
  const env = { APPIMAGE: '/home/ada/Other.AppImage', APPDIR: at('folder') }
  expect(detectInstallation(program({ env, resourcesPath: at('deb') }))).toBe('deb')
})

test('Windows and macOS have a single kind of installation each', () => {
  expect(detectInstallation(program({ platform: 'win32', env: INHERITED }))).toBe('nsis')
  expect(detectInstallation(program({ platform: 'darwin', env: INHERITED }))).toBe('mac')
})

onLinux('the start file is the AppImage, the launcher, or the program itself', () => {
  const env = { APPIMAGE: '/home/ada/Parley.AppImage', APPDIR: at('mount') }
  expect(startFileOf(program({ env, execPath: at('mount/parley-bin') }))).toBe(env.APPIMAGE)
  expect(startFileOf(program({ env: INHERITED }))).toBe(at('folder/parley-bin'))
  writeFileSync(at('folder/parley'), '#!/bin/sh\n')
  expect(startFileOf(program({ env: INHERITED }))).toBe(at('folder/parley'))
})
