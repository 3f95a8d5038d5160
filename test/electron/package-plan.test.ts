import { expect, test } from 'vitest'
import { plan, type Workshop } from '../../scripts/package/what.ts'

const linux: Workshop = { platform: 'linux', hasElectron: true, hasAppImageRuntime: false }
const made = (workshop: Workshop) =>
  plan(workshop).flatMap(({ name, obstacle }) => (obstacle ? [] : [name]))

test('each machine builds its system’s packages, as far as it has what they need', () => {
  expect(made(linux)).toEqual(['dir', 'tar.gz', 'deb'])
  expect(made({ ...linux, hasAppImageRuntime: true })).toEqual(['dir', 'tar.gz', 'deb', 'AppImage'])
  expect(made({ ...linux, platform: 'win32' })).toEqual(['nsis'])
  expect(made({ ...linux, platform: 'darwin' })).toEqual(['dmg', 'zip'])
  expect(made({ ...linux, hasElectron: false })).toEqual([])
})

test('every package that is not built has a reason', () => {
  const reasons = plan({ ...linux, hasElectron: false }).map(({ obstacle }) => obstacle)
  expect(reasons).toHaveLength(7)
  expect(reasons.filter((reason) => !reason)).toEqual([])
  expect(reasons[0]).toContain('npm run package -- --fetch')
})
