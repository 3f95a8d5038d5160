import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openOutside, showFile } from '../../electron/outside.ts'

const system = vi.hoisted(() => ({ openExternal: vi.fn(), openPath: vi.fn() }))

vi.mock('electron', async () => {
  const { fakeElectron } = await import('../desktop/standin/surface/fake.ts')
  return fakeElectron({ app: { getPath: () => '/dev/null/at/all' }, shell: system })
})

let logged: string[]

beforeEach(() => {
  logged = []
  vi.spyOn(console, 'error').mockImplementation((problem) => void logged.push(String(problem)))
  onTestFinished(() => void vi.restoreAllMocks())
})

test('an address that the system cannot open is logged', async () => {
  system.openExternal.mockResolvedValueOnce(undefined)
  await openOutside('https://example.com/')
  expect(logged).toEqual([])
  system.openExternal.mockRejectedValueOnce(new Error('No application is set for this'))
  await openOutside('https://example.com/')
  expect(logged).toEqual(['Error: No application is set for this'])
})

test('a folder that the system cannot open is logged, however it reports that', async () => {
  system.openPath.mockResolvedValueOnce('')
  await showFile('/logs')
  expect(logged).toEqual([])
  system.openPath.mockResolvedValueOnce('There is no file manager')
  await showFile('/logs')
  system.openPath.mockRejectedValueOnce(new Error('The path is not one'))
  await showFile('/logs')
  expect(logged).toEqual(['There is no file manager', 'Error: The path is not one'])
})
