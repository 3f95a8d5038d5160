import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { publicHalf } from '../../scripts/package/feed.ts'
import { startFeed } from '../support/update-feed.ts'
import { desktopHost, launchDesktop, STANDIN_PROGRAM } from './launch.ts'

const root = path.resolve(import.meta.dirname, '../..')

// Real Electron offers no AppImage to replace.
test.runIf(desktopHost() === 'stand-in' && process.platform === 'linux')(
  'a new version is found, downloaded and installed, from the settings page to the program that starts next',
  async () => {
    const feed = await startFeed()
    onTestFinished(() => feed.stop())
    const at = (name: string) => path.join(feed.home, name)
    feed.publish({
      version: '99.0.0',
      notes: '- **Everything** is new.',
      content: `#!/bin/sh\necho "$APPIMAGE" > ${at('started')}\n`,
    })
    writeFileSync(at('Parley.AppImage'), '#!/bin/sh\n')
    const description = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
    const updates = { url: feed.url, key: publicHalf(feed.key) }
    mkdirSync(at('app'))
    writeFileSync(at('app/package.json'), JSON.stringify({ ...description, updates }))
    symlinkSync(path.join(root, 'dist'), at('app/dist'))

    await using desktop = await launchDesktop(
      { APPIMAGE: at('Parley.AppImage'), APPDIR: path.dirname(STANDIN_PROGRAM) },
      { app: at('app') },
    )
    const { page } = desktop
    await page.getByRole('link', { name: 'Inbox' }).first().waitFor()
    expect(feed.asked).toEqual([])
    await desktop.evaluate(({ Menu }) => {
      const items = Menu.getApplicationMenu()!.items.flatMap(({ submenu }) => submenu?.items ?? [])
      items.find(({ label }) => label === 'Check for Updates…')!.click()
    })
    await page.locator('.updates').getByText('Parley 99.0.0 is ready to install.').waitFor()
    await page.getByText('Everything is new.').waitFor()
    const server = new URL(page.url()).origin
    await page.getByRole('button', { name: 'Restart and install' }).click()

    expect(await desktop.ended).toBe(0)
    await expect.poll(() => existsSync(at('started'))).toBe(true)
    expect(readFileSync(at('Parley.AppImage'), 'utf8')).toContain('echo')
    await expect(fetch(server)).rejects.toThrow()
  },
)
