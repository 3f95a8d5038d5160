import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { keepRelease, releasesFolder } from '../../server/features/platform/widget-files/release.ts'
import { emptyDataFolder, startServer, temporaryFolder } from '../support/server.ts'

test('a launcher that a website has pinned is served after the next one is there, byte for byte, and so is its chat', async () => {
  const dataDir = emptyDataFolder()
  const built = temporaryFolder()
  const launcher = path.join(built, 'widget.js')
  writeFileSync(launcher, 'console.log(1)')
  writeFileSync(path.join(built, 'chat-00000001.js'), 'export {}')
  const first = keepRelease(dataDir, built)!
  writeFileSync(launcher, 'console.log(2)')
  rmSync(path.join(built, 'chat-00000001.js'))
  writeFileSync(path.join(built, 'chat-00000002.js'), 'export {}')
  const second = keepRelease(dataDir, built)!
  expect(second.name).not.toBe(first.name)
  expect(keepRelease(dataDir, built)).toEqual(second)
  const chats = ['chat-00000001.js', 'chat-00000002.js']
  expect(readdirSync(releasesFolder(dataDir)).sort()).toEqual(
    [...chats, first.name, second.name].sort(),
  )

  const { url } = await startServer({ dataDir })
  const response = await fetch(`${url}/widget/${first.name}`)
  expect(response.headers.get('cache-control')).toContain('immutable')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  const text = await response.text()
  expect(text).toBe('console.log(1)')
  expect(first.integrity).toBe(`sha384-${createHash('sha384').update(text).digest('base64')}`)
  // Beside the launcher, wherever that was; one that tries again adds a slash.
  for (const address of ['/chat-00000001.js', '/widget/chat-00000001.js', '//chat-00000001.js']) {
    expect([address, (await fetch(url + address)).status]).toEqual([address, 200])
  }
})

test('nothing else of the data folder is served', async () => {
  const dataDir = emptyDataFolder()
  const { url } = await startServer({ dataDir })
  expect(existsSync(path.join(dataDir, 'parley.db'))).toBe(true)
  for (const name of ['..%2fparley.db', 'parley.db', 'widget-000000000000.js', 'widget-abc.js']) {
    expect([name, (await fetch(`${url}/widget/${name}`)).status]).toEqual([name, 404])
  }
})

test('without a build there is nothing to pin', () => {
  expect(keepRelease(temporaryFolder(), '/nowhere')).toBeUndefined()
})
