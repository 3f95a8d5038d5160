import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type {} from '../../renderer/app/desktop/desktop.ts'
import { type Desktop, desktopHost, launchDesktop } from './launch.ts'
import { serverPid, signedIn } from './probes.ts'

/** Stand-in only, because there Electron can be made to fail. */
const inStandIn = test.runIf(desktopHost() === 'stand-in')

/** Checks that the app is not shutting down: the page reloads in full. */
async function goesOn(desktop: Desktop, pid: number | undefined): Promise<void> {
  await desktop.page.reload()
  await signedIn(desktop)
  expect(await serverPid(desktop)).toBe(pid)
}

const logged = ({ evaluate }: Desktop, name: string) =>
  evaluate(({ app }) => app.getPath('logs')).then((folder) =>
    readFileSync(path.join(folder, name), 'utf8'),
  )

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'parley-faults-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

inStandIn('a call that Electron would reject fails the test that made it', async () => {
  const desktop = await launchDesktop()
  await signedIn(desktop)
  const wrong = desktop.evaluate(({ shell }) => shell.openExternal(7 as never))
  await expect(wrong).rejects.toThrow('shell.openExternal wants string as argument 1')
  await expect(desktop[Symbol.asyncDispose]()).rejects.toThrow('wants string as argument 1')
})

inStandIn('an address the system cannot open is logged, and the app keeps running', async () => {
  await using desktop = await launchDesktop()
  await signedIn(desktop)
  const pid = await serverPid(desktop)
  await desktop.evaluate(({ harness }) =>
    harness.faults.set('shell.openExternal', 'No application is set for this'),
  )
  await desktop.page.evaluate(() => void window.open('/demo'))
  await expect
    .poll(() => logged(desktop, 'main.log').catch(() => ''))
    .toContain('No application is set for this')
  await goesOn(desktop, pid)
})

inStandIn('a link that cannot be copied is logged, and the app keeps running', async () => {
  await using desktop = await launchDesktop()
  await signedIn(desktop)
  const pid = await serverPid(desktop)
  await desktop.evaluate(({ harness, BrowserWindow, seen }) => {
    harness.faults.set('clipboard.writeText', 'The clipboard is taken')
    const clicked = {
      ...{ isEditable: false, editFlags: {}, selectionText: '', misspelledWord: '' },
      ...{ dictionarySuggestions: [], linkURL: 'https://example.com/' },
    }
    BrowserWindow.getAllWindows()[0]!.webContents.emit('context-menu', {}, clicked)
    const items: readonly { label?: string; click?: () => void }[] = seen.popups.at(-1)!.items
    items.find(({ label }) => label === 'Copy Link')!.click!()
  })
  await expect
    .poll(() => logged(desktop, 'main.log').catch(() => ''))
    .toContain('The clipboard is taken')
  await goesOn(desktop, pid)
})

inStandIn('an unhandled rejection is logged, and the app keeps running', async () => {
  await using desktop = await launchDesktop()
  await signedIn(desktop)
  const pid = await serverPid(desktop)
  await desktop.evaluate(() => void Promise.reject(new Error('nobody handles this')))
  await expect
    .poll(() => logged(desktop, 'main.log').catch(() => ''))
    .toContain('nobody handles this')
  await goesOn(desktop, pid)
})

/** Makes the server reject a promise without a handler, as a bug would. */
const break_ = async (desktop: Desktop) => process.kill((await serverPid(desktop))!, 'SIGUSR2')

test.runIf(desktopHost() === 'stand-in' && process.platform !== 'win32')(
  'a server that dies from a bug is restarted, and its last output is logged',
  async () => {
    await using desktop = await launchDesktop()
    await signedIn(desktop)
    const before = await serverPid(desktop)
    await break_(desktop)
    const isNew = async () => ![before, undefined].includes(await serverPid(desktop))
    await expect.poll(isNew, { timeout: 15_000 }).toBe(true)
    expect(await logged(desktop, 'server.log')).toContain('a bug of the server')
    expect(await logged(desktop, 'main.log')).toContain('Server restarting')
  },
)

const sealedIn = (home: string) =>
  Object.fromEntries(
    readdirSync(path.join(home, 'profile'))
      .filter((name) => name.endsWith('.sealed'))
      .map((name) => [name, readFileSync(path.join(home, 'profile', name), 'latin1').slice(0, 3)]),
  )
const secretsLine = ({ page }: Desktop) =>
  page
    .evaluate(() => window.desktop!.diagnostics())
    .then((text) => /^Secrets: .*$/m.exec(text)?.[0])

const inLinux = test.runIf(desktopHost() === 'stand-in' && process.platform === 'linux')

inLinux.each(['none', 'gone'])(
  'when the keyring is %s, nothing is encrypted with the well-known default password',
  async (keyring) => {
    const home = folder()
    await using desktop = await launchDesktop({ STANDIN_KEYRING: keyring }, { home })
    await signedIn(desktop)
    expect(await secretsLine(desktop)).toBe('Secrets: not kept: no keyring')
    expect(sealedIn(home)).toEqual({})
  },
)

inLinux(
  'with a keyring, the key is encrypted by it and can be decrypted at the next start',
  async () => {
    const home = folder()
    for (const _start of [1, 2]) {
      await using desktop = await launchDesktop({ STANDIN_KEYRING: 'open' }, { home })
      await signedIn(desktop)
      expect(await secretsLine(desktop)).toBe('Secrets: kept by the keyring')
      expect(sealedIn(home)).toEqual({ 'secrets.key.sealed': 'v11' })
    }
  },
)

test('data stored by pages survives a restart', async () => {
  const home = folder()
  const start = async (port: string) => {
    await using desktop = await launchDesktop({ PARLEY_PORT: port }, { home })
    await signedIn(desktop)
    return await desktop.page.evaluate(() => {
      const before = localStorage.getItem('mark')
      localStorage.setItem('mark', 'kept')
      return { before, port: location.port }
    })
  }
  const { port } = await start('0')
  expect((await start(port)).before).toBe('kept')
})
