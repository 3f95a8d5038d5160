import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { RUNTIME } from '../../scripts/package/what.ts'

const app = vi.hoisted(() => ({ ids: [] as string[] }))
vi.mock('electron', async () => {
  const { fakeElectron } = await import('../desktop/standin/surface/fake.ts')
  return fakeElectron({
    app: {
      setAppUserModelId: (id: string) => app.ids.push(id),
      setToastActivatorCLSID: (id: string) => app.ids.push(id),
    },
  })
})
const { identifyToWindows } = await import('../../electron/windows-ids.ts')

/* Files read by electron-builder, macOS and NSIS. Those do not run here, so the texts are checked. */

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const settings = read('electron-builder.yml')

/** Keys of a property list that are true; anything else in it is an error. */
function entitlements(file: string): string[] {
  const [, dict] = /<dict>([\s\S]*)<\/dict>/.exec(read(file))!
  const text = dict!.replace(/<!--[\s\S]*?-->/g, '').replace(/\s+/g, '')
  expect(text).toMatch(/^(?:<key>[\w.-]+<\/key><true\/>)+$/)
  return [...text.matchAll(/<key>([\w.-]+)<\/key>/g)].map(([, key]) => key!)
}

test('on macOS the app may use JIT and the microphone, its helpers JIT, and nothing else', () => {
  const files = [...settings.matchAll(/^ {2}entitlements\w*: (\S+)$/gm)].map(([, file]) => file!)
  expect(files.map((file) => entitlements(file))).toEqual([
    ['com.apple.security.cs.allow-jit', 'com.apple.security.device.audio-input'],
    ['com.apple.security.cs.allow-jit'],
  ])
  expect(settings).toMatch(/^ {4}NSMicrophoneUsageDescription: \S.+$/m)
})

test('a second user of a Mac may run Parley as well', () => {
  expect(settings).not.toContain('LSMultipleInstancesProhibited')
})

test('an AppImage comes from the toolset that keeps the sandbox on, and packaging looks for the same version', () => {
  const [, version] = /^toolsets:\n {2}appimage: "([\d.]+)"$/m.exec(settings)!
  expect(RUNTIME).toBe(`appimage@${version}`)
  expect(Number(version!.split('.')[0])).toBeGreaterThan(0)
  expect(settings).not.toContain('executableArgs')
})

test('windows on Linux are named like their desktop entry', () => {
  expect(JSON.parse(read('package.json')).desktopName).toBe('parley.desktop')
  expect(settings).toMatch(/^ {2}syncDesktopName: true$/m)
  expect(settings).not.toContain('StartupWMClass')
  expect(existsSync(path.join(root, 'electron/resources/pictures/icon.png'))).toBe(true)
})

test('an update on Windows keeps the user’s settings, and uninstalling removes them all', () => {
  const lines = read('electron/resources/installer.nsh')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith(';'))
  expect(lines.slice(0, 2)).toEqual(['!macro customUnInstall', `\${ifNot} \${isUpdated}`])
  expect(lines.slice(-2)).toEqual([`\${endIf}`, '!macroend'])
  const deletes = lines.slice(2, -2)
  expect(deletes.filter((line) => !/^DeleteReg(?:Key|Value) HKCU "/.test(line))).toEqual([])
  for (const what of ['Classes\\parley"', 'CurrentVersion\\Run"', 'StartupApproved\\Run"'])
    expect(deletes.filter((line) => line.includes(what))).toHaveLength(1)
})

test('the app ids known to Windows are those that the uninstaller removes', () => {
  vi.stubGlobal('process', { ...process, platform: 'win32' })
  identifyToWindows()
  vi.unstubAllGlobals()
  identifyToWindows()
  expect(app.ids).toHaveLength(process.platform === 'win32' ? 4 : 2)
  const [name, activator] = app.ids
  expect(settings).toContain(`\nappId: ${name}\n`.slice(1))
  const installer = read('electron/resources/installer.nsh')
  expect(installer).toContain(`"Software\\Classes\\CLSID\\${activator}"`)
  expect(installer.match(new RegExp(`Run" "${name}"`, 'g'))).toHaveLength(2)
})
