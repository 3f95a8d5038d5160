import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { resource } from '../../scripts/package/resource.ts'

/* The shell scripts of the Linux packages, run by the system's own `sh` in a minimal system below a folder. */

/** The few programs that the scripts may rely on. */
const TOOLS = ['cat', 'chmod', 'cp', 'dirname', 'grep', 'mkdir', 'readlink', 'rm', 'sh'].map(
  (name) => {
    const { stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
    return [name, stdout.trim()] as const
  },
)

let system: string
const at = (file: string) => path.join(system, file)

const isLinux = process.platform === 'linux'

beforeEach(() => {
  system = mkdtempSync(path.join(tmpdir(), 'parley-system-'))
  for (const folder of ['bin', 'proc/sys/kernel', 'proc/sys/user', 'etc/apparmor.d', 'opt/Parley'])
    mkdirSync(at(folder), { recursive: true })
  if (isLinux) for (const [name, file] of TOOLS) symlinkSync(file, at(`bin/${name}`))
})
afterEach(() => rmSync(system, { recursive: true, force: true }))

/** A program that records how it was called. */
function tool(name: string, lines = ''): void {
  writeFileSync(at(`bin/${name}`), `#!/bin/sh\necho "${name} $*" >> '${at('calls')}'\n${lines}\n`)
  chmodSync(at(`bin/${name}`), 0o755)
}

const calls = () => (existsSync(at('calls')) ? readFileSync(at('calls'), 'utf8') : '')
const set = (setting: string, value: number) =>
  writeFileSync(at(`proc/sys/${setting}`), `${value}\n`)

/** A script with the given top-level folders redirected into the test's folder. */
function inSystem(name: string, what: string): string {
  const pattern = new RegExp(`(?<=^|[\\s"'=]|\\$root)/(?=(?:${what})/)`, 'gm')
  const text = resource(name).replace(pattern, `${system}/`)
  expect(text).not.toBe(resource(name))
  return text
}

function run(file: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync('/bin/sh', [file, ...args], {
    env: { PATH: at('bin'), ...env },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

describe.runIf(isLinux)('the launcher', () => {
  const launcher = () => at('opt/Parley/parley')
  const RESTRICTED = 'kernel/apparmor_restrict_unprivileged_userns'

  beforeEach(() => {
    writeFileSync(launcher(), inSystem('launcher.sh', 'proc|etc'))
    writeFileSync(at('opt/Parley/parley-bin'), '#!/bin/sh\necho "started $*"\n')
    writeFileSync(at('opt/Parley/chrome-sandbox'), '')
    chmodSync(at('opt/Parley/parley-bin'), 0o755)
    tool('id', 'echo 1000')
    tool('stat', 'echo 0')
  })

  test('starts the program with its arguments, through a link too', () => {
    symlinkSync(launcher(), at('bin/parley'))
    const { status, stdout } = run(at('bin/parley'), ['parley://inbox', 'a b'])
    expect([status, stdout]).toEqual([0, 'started parley://inbox a b\n'])
  })

  test.each([
    [RESTRICTED, 1],
    ['kernel/unprivileged_userns_clone', 0],
    ['user/max_user_namespaces', 0],
  ])('explains what to do when %s is %i', (setting, value) => {
    set(setting, value)
    const { status, stdout, stderr } = run(launcher(), [])
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toContain(`chown root:root '${at('opt/Parley/chrome-sandbox')}'`)
    expect(stderr).toContain('Debian package')
    set(setting, 1 - value)
    expect(run(launcher(), []).status).toBe(0)
  })

  test('starts when the helper belongs to root, and when AppArmor knows the program', () => {
    set(RESTRICTED, 1)
    chmodSync(at('opt/Parley/chrome-sandbox'), 0o4755)
    expect(run(launcher(), []).status).toBe(0)
    tool('stat', 'echo 1000')
    expect(run(launcher(), []).status).toBe(1)
    writeFileSync(
      at('etc/apparmor.d/parley'),
      resource('apparmor-profile').replace('/opt/', `${system}/opt/`),
    )
    expect(run(launcher(), []).status).toBe(0)
  })

  test('leaves an explicit decision alone: an AppImage’s own start, and --no-sandbox', () => {
    set(RESTRICTED, 1)
    expect(run(launcher(), ['--no-sandbox']).stdout).toBe('started --no-sandbox\n')
    expect(run(launcher(), [], { APPDIR: at('opt/Parley') }).status).toBe(0)
    expect(run(launcher(), [], { APPDIR: at('opt') }).status).toBe(1)
  })

  test('tells root to use an ordinary user', () => {
    tool('id', 'echo 0')
    const { status, stderr } = run(launcher(), [])
    expect([status, stderr]).toEqual([1, expect.stringContaining('ordinary user')])
  })

  test('shows the explanation in a window when there is no terminal', () => {
    set(RESTRICTED, 1)
    tool('zenity')
    run(launcher(), [])
    expect(calls()).not.toContain('zenity')
    run(launcher(), [], { DISPLAY: ':0' })
    expect(calls()).toContain(
      'zenity --error --no-markup --title=Parley --text=Parley cannot start',
    )
  })
})

describe.runIf(isLinux)('the Debian package’s scripts', () => {
  const profile = () => at('etc/apparmor.d/parley')
  const helper = () => at('opt/Parley/chrome-sandbox')
  const mode = () => statSync(helper()).mode & 0o7777

  beforeEach(() => {
    mkdirSync(at('opt/Parley/resources'))
    writeFileSync(at('opt/Parley/resources/apparmor-profile'), resource('apparmor-profile'))
    writeFileSync(helper(), '', { mode: 0o600 })
    mkdirSync(at('sys/kernel/security/apparmor'), { recursive: true })
  })

  /** An AppArmor that supports some versions of its policy language. */
  const appArmor = (...abis: string[]) =>
    tool(
      'apparmor_parser',
      `for file in "$@"; do :; done
case "$*" in *--remove*) exit 0 ;; esac
for abi in ${abis.join(' ')}; do if grep -q "abi/$abi" "$file"; then exit 0; fi; done
exit 1`,
    )

  function script(name: 'postinst' | 'postrm', verb: string, env: NodeJS.ProcessEnv = {}) {
    const file = at(name)
    writeFileSync(file, inSystem(`${name}.sh`, env['DPKG_ROOT'] ? 'proc|sys' : 'proc|sys|etc|opt'))
    return run(file, [verb], env)
  }

  test('load a profile that AppArmor supports, and unload it again', () => {
    set('kernel/apparmor_restrict_unprivileged_userns', 1)
    appArmor('3.0', '4.0')
    expect(script('postinst', 'configure')).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(readFileSync(profile(), 'utf8')).toBe(resource('apparmor-profile'))
    expect(calls().trim().split('\n')).toEqual([
      expect.stringMatching(/--skip-kernel-load .*resources\/apparmor-profile$/),
      expect.stringMatching(/--replace .*apparmor\.d\/parley$/),
    ])
    expect(mode()).toBe(0o755)
    expect(script('postrm', 'upgrade').status).toBe(0)
    expect(existsSync(profile())).toBe(true)
    expect(script('postrm', 'remove').status).toBe(0)
    expect(calls()).toMatch(/--remove .*apparmor\.d\/parley\n$/)
    expect(existsSync(profile())).toBe(false)
  })

  test('install no profile when AppArmor is too old for it, and load nothing', () => {
    appArmor('3.0')
    expect(script('postinst', 'configure').status).toBe(0)
    expect(existsSync(profile())).toBe(false)
    expect(calls()).not.toContain('--replace')
    expect(mode()).toBe(0o755)
    expect(script('postrm', 'remove').status).toBe(0)
    expect(calls()).not.toContain('--remove')
  })

  test('do without AppArmor when there is none', () => {
    expect(script('postinst', 'configure').status).toBe(0)
    expect([existsSync(profile()), mode()]).toEqual([false, 0o755])
  })

  test.each([
    ['user/max_user_namespaces', 0],
    ['kernel/unprivileged_userns_clone', 0],
    ['kernel/apparmor_restrict_unprivileged_userns', 1],
  ])('make root own the helper when %s is %i, whatever root itself may do', (setting, value) => {
    tool('unshare')
    set(setting, value)
    expect(script('postinst', 'configure').status).toBe(0)
    expect(mode()).toBe(0o4755)
    expect(calls()).toBe('')
  })

  test('copy the profile into another root and leave this kernel alone, as in a chroot', () => {
    appArmor('4.0')
    expect(script('postinst', 'configure', { DPKG_ROOT: system }).status).toBe(0)
    expect(existsSync(profile())).toBe(true)
    expect(script('postrm', 'purge', { DPKG_ROOT: system }).status).toBe(0)
    expect(existsSync(profile())).toBe(false)
    tool('ischroot')
    script('postinst', 'configure')
    script('postrm', 'remove')
    expect(existsSync(profile())).toBe(false)
    expect(calls()).not.toMatch(/--replace|--remove/)
  })

  test('do nothing when called for anything else', () => {
    appArmor('4.0')
    expect(script('postinst', 'abort-upgrade').status).toBe(0)
    expect(calls()).toBe('')
  })
})
