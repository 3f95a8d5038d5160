import { expect, test } from 'vitest'
import { desktopObstacle, type Machine } from '../../scripts/electron-binary.ts'

const machine: Machine = {
  platform: 'linux',
  env: { DISPLAY: ':0' },
  isRoot: false,
  binary: '/opt/electron/electron',
  hasSandbox: true,
}

const why = (change: Partial<Machine>) => desktopObstacle({ ...machine, ...change })

test('a desktop app opens if there is a display, the program and a sandbox', () => {
  expect(why({})).toBeUndefined()
  expect(why({ env: { WAYLAND_DISPLAY: 'wayland-0' } })).toBeUndefined()
  expect(why({ platform: 'darwin', env: {} })).toBeUndefined()
  expect(why({ platform: 'win32', env: {} })).toBeUndefined()
})

test('missing requirements are reported in one line', () => {
  const lines = [
    why({ env: {} }),
    why({ binary: undefined }),
    why({ isRoot: true }),
    why({ hasSandbox: false }),
  ]
  expect(lines).toEqual([
    expect.stringContaining('No display'),
    expect.stringContaining('npx install-electron --no'),
    expect.stringContaining('root'),
    expect.stringContaining('sandbox'),
  ])
  expect(lines.filter((line) => line?.includes('\n'))).toEqual([])
})

test('root is a problem on Linux only', () => {
  expect(why({ platform: 'darwin', isRoot: true })).toBeUndefined()
})
