import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { extractAll } from '@electron/asar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type {} from '../../renderer/app/desktop/desktop.ts'
import { stubElectron } from '../support/package.ts'
import { desktopHost, launchDesktop } from './launch.ts'
import { isAlive, serverPid, signedIn } from './probes.ts'

/*
 * The archive built by electron-builder, run in the stand-in as a packaged app. It is a folder here, since
 * Node.js cannot read asar archives; only real Electron shows how Electron handles files inside one.
 */

const inStandIn = test.runIf(desktopHost() === 'stand-in' && process.platform === 'linux')

const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'parley-packaged-'))
const app = path.join(folder, 'resources', 'app.asar')
/** The app writes its desktop entries below this folder. */
const env = { XDG_DATA_HOME: path.join(folder, 'share') }

beforeAll(async () => {
  if (desktopHost() !== 'stand-in' || process.platform !== 'linux') return
  const args = [
    path.join(root, 'node_modules/electron-builder/cli.js'),
    ...['--linux', 'dir', `--${process.arch}`, '--publish', 'never'],
    `-c.electronDist=${stubElectron(path.join(folder, 'electron'))}`,
    `-c.directories.output=${path.join(folder, 'release')}`,
  ]
  await promisify(execFile)(process.execPath, args, { cwd: root })
  const unpacked = process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`
  extractAll(path.join(folder, 'release', unpacked, 'resources', 'app.asar'), app)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

inStandIn('the packaged app serves, opens its links and starts at login', async () => {
  await using desktop = await launchDesktop(env, { app })
  const { page } = desktop
  await signedIn(desktop)
  expect(await page.evaluate(() => window.desktop!.diagnostics())).not.toContain('not packaged')
  expect(await desktop.evaluate(({ seen }) => seen.schemes)).toEqual(['parley'])
  expect(await page.evaluate(() => window.desktop!.loginItem())).toBe('off')
  expect(await page.evaluate(() => window.desktop!.setLoginItem(true))).toBe('on')
  const appData = await desktop.evaluate(({ app: electronApp }) => electronApp.getPath('appData'))
  expect(existsSync(path.join(appData, 'autostart', 'parley.desktop'))).toBe(true)
})

inStandIn('a bug in the packaged app drains the server and relaunches the app', async () => {
  await using desktop = await launchDesktop(env, { app })
  await signedIn(desktop)
  const pid = (await serverPid(desktop))!
  await desktop.evaluate(() => {
    setTimeout(() => {
      throw new Error('a bug')
    })
  })
  expect(await desktop.ended).toBe(1)
  expect([isAlive(pid), desktop.relaunches]).toEqual([false, [{}]])
})
