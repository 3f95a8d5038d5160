import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { desktopFile, quoted } from '../../electron/desktop-file.ts'
import type { Program } from '../../electron/installed.ts'

const electron = vi.hoisted(() => ({ home: '', isPackaged: true, schemes: [] as string[] }))

vi.mock('electron', async () => {
  const { fakeElectron } = await import('../desktop/standin/surface/fake.ts')
  return fakeElectron({
    app: {
      get isPackaged() {
        return electron.isPackaged
      },
      getPath: (name: string) => (name === 'home' ? electron.home : `${electron.home}/${name}`),
      // Like GLib, it accepts a program only if there is an entry for it by then.
      setAsDefaultProtocolClient: (scheme: string) => {
        if (existsSync(entry())) electron.schemes.push(scheme)
      },
    },
  })
})
vi.mock('../../electron/pictures.ts', () => ({
  pictureFile: (name: string) => path.resolve('electron/resources/pictures', name),
}))
const { followAppImage, registerWithSession } = await import('../../electron/session-entries.ts')
const { loginItem, setLoginItem } = await import('../../electron/login-item.ts')

const at = (...names: string[]) => path.join(electron.home, ...names)
const entry = () => at('.local/share/applications/parley.desktop')
const icon = () => at('.local/share/icons/hicolor/256x256/apps/parley.png')
const autostart = () => at('appData/autostart/parley.desktop')
const read = (file: string) => readFileSync(file, 'utf8')

beforeEach(() => {
  electron.home = mkdtempSync(path.join(tmpdir(), 'parley-session-'))
  electron.isPackaged = true
  electron.schemes.length = 0
  mkdirSync(at('mount'))
})
afterEach(() => rmSync(electron.home, { recursive: true, force: true }))

const appImage = (file: string): Program => ({
  platform: 'linux',
  env: { APPIMAGE: file, APPDIR: at('mount') },
  execPath: at('mount/parley-bin'),
  resourcesPath: at('mount'),
})

test.runIf(process.platform === 'linux')(
  'the session entries follow an AppImage to its new name',
  () => {
    registerWithSession(appImage('/apps/Parley-0.1.0.AppImage'))
    expect(existsSync(autostart())).toBe(false)
    expect(setLoginItem(true)).toBe('on')
    registerWithSession(appImage('/apps/Parley-0.2.0.AppImage'))
    expect(read(autostart())).toContain('\nTryExec=/apps/Parley-0.2.0.AppImage\n')
    expect(read(autostart())).toContain('\nExec="/apps/Parley-0.2.0.AppImage"\n')
    followAppImage('/apps/Parley-0.3.0.AppImage', appImage('/apps/Parley-0.2.0.AppImage'))
    for (const file of [autostart(), entry()])
      expect(read(file)).toContain('\nTryExec=/apps/Parley-0.3.0.AppImage\n')
    expect(loginItem()).toBe('on')
    setLoginItem(false)
    registerWithSession(appImage('/apps/Parley-0.3.0.AppImage'))
    expect(existsSync(autostart())).toBe(false)
  },
)

test('a portable Parley has a desktop entry before it registers for links', () => {
  registerWithSession(appImage('/apps/Parley 100%.AppImage'))
  expect(electron.schemes).toEqual(['parley'])
  const lines = read(entry()).split('\n')
  expect(lines[0]).toBe('[Desktop Entry]')
  expect(lines).toEqual(
    expect.arrayContaining([
      'Exec="/apps/Parley 100%%.AppImage" %U',
      'TryExec=/apps/Parley 100%.AppImage',
      'MimeType=x-scheme-handler/parley;',
      'StartupWMClass=parley',
      'Icon=parley',
      'NoDisplay=true',
    ]),
  )
  expect(readFileSync(icon()).subarray(1, 4).toString()).toBe('PNG')
})

test('an entry written by someone else is left unchanged', () => {
  mkdirSync(path.dirname(entry()), { recursive: true })
  writeFileSync(entry(), '[Desktop Entry]\nName=Parley\nExec=mine\n')
  registerWithSession(appImage('/apps/Parley.AppImage'))
  expect(read(entry())).toContain('Exec=mine')
})

test('the Debian package removes a portable Parley’s entries, which would hide its own', () => {
  registerWithSession(appImage('/apps/Parley.AppImage'))
  mkdirSync(at('opt'))
  writeFileSync(at('opt/package-type'), 'deb\n')
  const deb: Program = {
    platform: 'linux',
    env: {},
    execPath: at('opt/parley-bin'),
    resourcesPath: at('opt'),
  }
  registerWithSession(deb)
  expect([existsSync(entry()), existsSync(icon())]).toEqual([false, false])
  mkdirSync(path.dirname(entry()), { recursive: true })
  writeFileSync(entry(), '[Desktop Entry]\nName=Parley\nExec=mine\n')
  registerWithSession(deb)
  expect(existsSync(entry())).toBe(true)
})

test('an app run from source registers nothing', () => {
  electron.isPackaged = false
  registerWithSession(appImage('/apps/Parley.AppImage'))
  expect([existsSync(entry()), electron.schemes]).toEqual([false, []])
})

test('an unwritable home folder is logged, and Parley starts', () => {
  const problem = vi.spyOn(console, 'error').mockReturnValue()
  writeFileSync(at('.local'), 'a file')
  registerWithSession(appImage('/apps/Parley.AppImage'))
  expect(problem).toHaveBeenCalledOnce()
  problem.mockRestore()
})

test('an entry’s value is a single line, and a program may have any name', () => {
  expect(desktopFile({ Name: 'a\nExec=b', Path: '\\' })).toBe(
    '[Desktop Entry]\nName=a\\nExec=b\nPath=\\\\\n',
  )
  expect(quoted('/a "b" $c `d` \\e 5%')).toBe('"/a \\"b\\" \\$c \\`d\\` \\\\e 5%%"')
})
