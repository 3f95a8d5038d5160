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

/** Elsewhere there are no AppImages, and no links without a right to make them. */
const onLinux = test.runIf(process.platform === 'linux')

const program = (change: Partial<Program>): Program => ({
  platform: 'linux',
  env: {},
  execPath: at('folder/parley-bin'),
  resourcesPath: at('folder'),
  ...change,
})

/** Left by a terminal that came as an AppImage in the environment of everything started in it. */
const INHERITED = { APPIMAGE: '/home/ada/Terminal.AppImage', APPDIR: '/tmp/.mount_Terminal' }

onLinux('an AppImage is one only if the program runs out of its mount', () => {
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

test('a folder that is started from another AppImage’s terminal is a folder', () => {
  expect(detectInstallation(program({ env: INHERITED }))).toBe('none')
})

test('a Debian package is one whatever it has inherited, and whatever its mount is', () => {
  expect(detectInstallation(program({ env: INHERITED, resourcesPath: at('deb') }))).toBe('deb')
  const env = { APPIMAGE: '/home/ada/Other.AppImage', APPDIR: at('folder') }
  expect(detectInstallation(program({ env, resourcesPath: at('deb') }))).toBe('deb')
})

test('Windows and macOS have one way each', () => {
  expect(detectInstallation(program({ platform: 'win32', env: INHERITED }))).toBe('nsis')
  expect(detectInstallation(program({ platform: 'darwin', env: INHERITED }))).toBe('mac')
})

onLinux('it is started again by its AppImage, by its launcher, or by itself', () => {
  const env = { APPIMAGE: '/home/ada/Parley.AppImage', APPDIR: at('mount') }
  expect(startFileOf(program({ env, execPath: at('mount/parley-bin') }))).toBe(env.APPIMAGE)
  expect(startFileOf(program({ env: INHERITED }))).toBe(at('folder/parley-bin'))
  writeFileSync(at('folder/parley'), '#!/bin/sh\n')
  expect(startFileOf(program({ env: INHERITED }))).toBe(at('folder/parley'))
})
