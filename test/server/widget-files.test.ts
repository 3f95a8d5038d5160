import { createHash } from 'node:crypto'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { keepRelease, releasesFolder } from '../../server/features/widget-files/release.ts'
import { startServer, temporaryFolder } from '../support/server.ts'

test('a launcher that a website has pinned is served after the next one is there, byte for byte', async () => {
  const dataDir = temporaryFolder()
  const launcher = path.join(temporaryFolder(), 'widget.js')
  writeFileSync(launcher, 'console.log(1)')
  const first = keepRelease(dataDir, launcher)!
  writeFileSync(launcher, 'console.log(2)')
  const second = keepRelease(dataDir, launcher)!
  expect(second.name).not.toBe(first.name)
  expect(keepRelease(dataDir, launcher)).toEqual(second)
  expect(readdirSync(releasesFolder(dataDir)).sort()).toEqual([first.name, second.name].sort())

  const { url } = await startServer({ dataDir })
  const response = await fetch(`${url}/widget/${first.name}`)
  expect(response.headers.get('cache-control')).toContain('immutable')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  const text = await response.text()
  expect(text).toBe('console.log(1)')
  expect(first.integrity).toBe(`sha384-${createHash('sha384').update(text).digest('base64')}`)
})

test('nothing else of the data folder is served', async () => {
  const dataDir = temporaryFolder()
  const { url } = await startServer({ dataDir })
  expect(existsSync(path.join(dataDir, 'parley.db'))).toBe(true)
  for (const name of ['..%2fparley.db', 'parley.db', 'widget-000000000000.js', 'widget-abc.js']) {
    expect([name, (await fetch(`${url}/widget/${name}`)).status]).toEqual([name, 404])
  }
})

test('without a build there is nothing to pin', () => {
  expect(keepRelease(temporaryFolder(), '/nowhere/widget.js')).toBeUndefined()
})
