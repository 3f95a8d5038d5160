import type { SpawnOptions } from 'node:child_process'
import { beforeEach, expect, test, vi } from 'vitest'
import { restart } from '../../electron/restart.ts'

const seen = vi.hoisted(() => ({ calls: [] as string[], options: {} as SpawnOptions }))

vi.mock('electron', async () => {
  const { fakeElectron } = await import('../desktop/standin/surface/fake.ts')
  return fakeElectron({
    app: {
      relaunch: () => void seen.calls.push('relaunch'),
      releaseSingleInstanceLock: () => void seen.calls.push('release'),
    },
  })
})
vi.mock('node:child_process', () => ({
  spawn(file: string, _args: string[], options: SpawnOptions) {
    seen.calls.push(`spawn ${file}`)
    seen.options = options
    return { unref: () => void seen.calls.push('unref') }
  },
}))

beforeEach(() => void (seen.calls.length = 0))

const program = {
  platform: 'linux',
  env: { APPIMAGE: '/home/ada/Parley.AppImage', APPDIR: '/tmp/.mount_1' },
  execPath: '/tmp/.mount_1/parley',
  resourcesPath: '/tmp/.mount_1/resources',
} as const

test('an AppImage relaunches from its file, which outlives the mount, and finds the lock free', () => {
  restart(program)
  expect(seen.calls).toEqual(['release', 'spawn /home/ada/Parley.AppImage', 'unref'])
  expect(seen.options).toMatchObject({ detached: true, stdio: 'ignore' })
})

test.each([
  ['an installed program', { ...program, env: {} }],
  ['one that an AppImage has started', { ...program, execPath: '/opt/Parley/parley' }],
])('%s is relaunched by Electron', (_what, other) => {
  restart(other)
  expect(seen.calls).toEqual(['relaunch'])
})
