import { homedir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../server/config.ts'

const APPDATA = path.resolve('/roaming')
const LOCALAPPDATA = path.resolve('/local')

test.each([
  ['win32', { APPDATA, LOCALAPPDATA }, path.join(LOCALAPPDATA, 'Parley')],
  ['win32', { APPDATA }, path.join(homedir(), 'AppData', 'Local', 'Parley')],
  ['darwin', {}, path.join(homedir(), 'Library', 'Application Support', 'Parley')],
  ['linux', { XDG_DATA_HOME: APPDATA }, path.join(APPDATA, 'Parley')],
  ['linux', {}, path.join(homedir(), '.local', 'share', 'Parley')],
])('on %s with %o the data stays on this machine', (platform, env, folder) => {
  const before = process.platform
  Object.defineProperty(process, 'platform', { value: platform })
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: before }))
  expect(readConfig(env).dataDir).toBe(folder)
})
