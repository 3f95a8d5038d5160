import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createBackup } from '#contracts/backups.ts'
import type {} from '../../renderer/app/desktop/desktop.ts'
import { startServer } from '../../server/start.ts'
import { testConfig, testServer } from '../support/server.ts'
import { type Desktop, desktopHost, failToLaunch, launchDesktop } from './launch.ts'
import { answers, isAlive, serverPid, signedIn } from './probes.ts'

/** A failed start shows a dialog, which real Electron leaves open for a person. */
const inStandIn = test.runIf(desktopHost() === 'stand-in')

const secretOf = ({ page }: Desktop) => page.evaluate(() => window.desktop!.signInSecret())

test('closing the last window quits the app, except on macOS', async () => {
  await using desktop = await launchDesktop()
  await signedIn(desktop)
  const pid = (await serverPid(desktop))!
  await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  if (process.platform === 'darwin') expect(isAlive(pid)).toBe(true)
  else await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
})

test.skipIf(process.platform === 'win32')(
  'a signal, even when sent twice, quits the app cleanly',
  async () => {
    await using desktop = await launchDesktop()
    await signedIn(desktop)
    const pid = (await serverPid(desktop))!
    const main = await desktop.evaluate(() => process.pid)
    process.kill(main, 'SIGINT')
    process.kill(main, 'SIGINT')
    expect(await desktop.ended).toBe(0)
    expect(isAlive(pid)).toBe(false)
  },
)

test('a second start shows the Parley that is already running', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'parley-shared-'))
  const headless = spawn(process.execPath, [path.resolve('dist/server/main.js')], {
    env: { ...process.env, PARLEY_DATA_DIR: dataDir, PARLEY_PORT: '0', PARLEY_LOG: 'json' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    const [line] = await once(headless.stdout.setEncoding('utf8'), 'data')
    const { url } = JSON.parse(String(line).split('\n')[0]!)

    await using desktop = await launchDesktop({ PARLEY_DATA_DIR: dataDir })
    await signedIn(desktop)
    expect(new URL(desktop.page.url()).origin).toBe(url)
    await expect.poll(() => serverPid(desktop)).toBeUndefined()
    expect(await secretOf(desktop)).not.toBe(await secretOf(desktop))

    await desktop.quit()
    expect(await answers(url)).toBe(true)
  } finally {
    headless.kill()
    await once(headless, 'exit')
    rmSync(dataDir, { recursive: true })
  }
})

inStandIn('a port in use is explained in a sentence, and the app exits with 1', async () => {
  const stranger = createServer().listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  const address = stranger.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const { code, output } = await failToLaunch({ PARLEY_PORT: port })
  stranger.close()
  expect(code).toBe(1)
  expect(output).toContain(`Port ${port} is taken by another program.`)
})

inStandIn('an invalid setting is explained in a sentence, and the app exits with 1', async () => {
  const { code, output } = await failToLaunch({ PARLEY_PORT: 'ninety' })
  expect(code).toBe(1)
  expect(output).toContain('[error box] Parley could not start: PARLEY_PORT is "ninety"')
})

inStandIn(
  'damaged data is restored from the newest verified backup once the user agrees',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'parley-damaged-'))
    const dataDir = path.join(folder, 'data')
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const server = await startServer(testConfig({ dataDir }))
    await testServer(server).call(createBackup)
    await server.stop()
    truncateSync(path.join(dataDir, 'parley.db'), 40_960)
    // The stand-in answers dialogs with their first button.
    await using desktop = await launchDesktop({ PARLEY_DATA_DIR: dataDir })
    await signedIn(desktop)
    expect(readdirSync(dataDir)).toContainEqual(expect.stringMatching(/^replaced-/))
  },
)

inStandIn('a bug in the main process drains the server and exits with 1', async () => {
  await using desktop = await launchDesktop()
  await signedIn(desktop)
  const pid = (await serverPid(desktop))!
  await desktop.evaluate(() => {
    setTimeout(() => {
      throw new Error('a bug')
    })
  })
  expect(await desktop.ended).toBe(1)
  expect(isAlive(pid)).toBe(false)
})
