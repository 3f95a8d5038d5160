import { expect, test } from 'vitest'
import type {} from '../../renderer/app/desktop/desktop.ts'
import { type Desktop, desktopHost, launchDesktop } from './launch.ts'
import { isAlive, serverPid, signedIn } from './probes.ts'

/** Stand-in only, because there questions outside the window can be answered. */
const inStandIn = test.runIf(desktopHost() === 'stand-in')

/** The app, showing a page with unsaved changes. */
async function withUnsaved(): Promise<Desktop> {
  const desktop = await launchDesktop()
  await signedIn(desktop)
  await desktop.page.evaluate(() =>
    addEventListener('beforeunload', (event) => event.preventDefault()),
  )
  return desktop
}

const answerWith = ({ evaluate }: Desktop, button: number) =>
  evaluate(({ answers }, response) => void (answers.messageBox = response), button)
const asked = ({ evaluate }: Desktop) =>
  evaluate(({ seen }) => seen.dialogs.map(({ message, buttons }) => [message, buttons]))
const close = ({ evaluate }: Desktop) =>
  evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.close())

const QUESTION = ['You have unsaved changes', ['Leave', 'Stay']]

inStandIn('a window with unsaved changes closes only after confirmation', async () => {
  await using desktop = await withUnsaved()
  const pid = (await serverPid(desktop))!
  await answerWith(desktop, 1)
  await close(desktop)
  await expect.poll(() => asked(desktop)).toEqual([QUESTION])
  expect([desktop.page.isClosed(), isAlive(pid)]).toEqual([false, true])
  await answerWith(desktop, 0)
  await close(desktop)
  expect(await desktop.ended).toBe(0)
  expect(isAlive(pid)).toBe(false)
})

inStandIn(
  'quitting with unsaved changes asks first, and can be cancelled and retried',
  async () => {
    await using desktop = await withUnsaved()
    const quit = () => desktop.evaluate(({ app }) => app.quit())
    await answerWith(desktop, 1)
    await quit()
    await expect.poll(() => asked(desktop)).toEqual([QUESTION])
    expect(await desktop.page.evaluate(async () => (await fetch('/api/user/me')).status)).toBe(200)
    await answerWith(desktop, 0)
    await quit()
    expect(await desktop.ended).toBe(0)
  },
)

inStandIn('reloading a page with unsaved changes asks first', async () => {
  await using desktop = await withUnsaved()
  const reload = () =>
    desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.reload())
  const isOld = () => desktop.page.evaluate(() => 'isOld' in window)
  await desktop.page.evaluate(() => Object.assign(window, { isOld: true }))
  await answerWith(desktop, 1)
  await reload()
  await expect.poll(() => asked(desktop)).toEqual([QUESTION])
  expect(await isOld()).toBe(true)
  await answerWith(desktop, 0)
  await reload()
  await expect.poll(() => isOld().catch(() => true)).toBe(false)
  await signedIn(desktop)
})

test.runIf(desktopHost() === 'stand-in' && process.platform !== 'win32')(
  'a signal ends the app without asking, since the system does not wait for an answer',
  async () => {
    await using desktop = await withUnsaved()
    await answerWith(desktop, 1)
    process.kill(await desktop.evaluate(() => process.pid), 'SIGTERM')
    expect(await desktop.ended).toBe(0)
  },
)
