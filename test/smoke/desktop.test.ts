import { expect, test } from 'vitest'
import { launchDesktop } from '../desktop/launch.ts'
import { answers, isAlive, serverPid, signedIn } from '../desktop/probes.ts'
import { temporaryFolder } from '../support/server.ts'

test('the desktop app starts signed in and leaves no process or open port when it quits', async () => {
  await using desktop = await launchDesktop({ PARLEY_DATA_DIR: temporaryFolder() })
  await signedIn(desktop)
  const pid = (await serverPid(desktop))!
  const { origin } = new URL(desktop.page.url())
  expect(await answers(origin)).toBe(true)

  expect(await desktop.quit()).toBe(0)

  expect(isAlive(pid)).toBe(false)
  expect(await answers(origin)).toBe(false)
})
