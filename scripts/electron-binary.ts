import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const require = createRequire(import.meta.url)

const PROGRAM: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
}

/** The Electron program, if it is on this machine. Importing 'electron' instead would download it. */
export function electronBinary(): string | undefined {
  const folder =
    process.env['ELECTRON_OVERRIDE_DIST_PATH'] ??
    path.join(path.dirname(require.resolve('electron/package.json')), 'dist')
  const file = path.join(folder, PROGRAM[process.platform] ?? 'electron')
  return existsSync(file) ? file : undefined
}

/** Properties of a machine that decide if a window can open. */
export interface Machine {
  readonly platform: NodeJS.Platform
  readonly env: NodeJS.ProcessEnv
  readonly isRoot: boolean
  readonly binary: string | undefined
  /** True if Chromium can build its sandbox. */
  readonly hasSandbox: boolean
}

/** Inspects this machine. */
export function thisMachine(): Machine {
  const binary = electronBinary()
  return {
    platform: process.platform,
    env: process.env,
    isRoot: process.getuid?.() === 0,
    binary,
    hasSandbox: process.platform !== 'linux' || !binary || canSandbox(binary),
  }
}

/** Reason why the desktop app cannot open, as a sentence; undefined if it can. */
export function desktopObstacle(machine: Machine): string | undefined {
  const { platform, env, isRoot, binary, hasSandbox } = machine
  const isLinux = platform === 'linux'
  if (isLinux && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) {
    return 'No display on this machine (neither DISPLAY nor WAYLAND_DISPLAY is set).'
  }
  if (!binary) {
    return 'The Electron program is not on this machine (get it with: npx install-electron --no).'
  }
  if (isLinux && isRoot) return 'Electron does not run as root: its sandbox needs an ordinary user.'
  if (!hasSandbox) {
    const helper = path.join(path.dirname(binary), 'chrome-sandbox')
    return `This system lets no program build a sandbox (allow it with: sudo chown root ${helper} && sudo chmod 4755 ${helper}).`
  }
  return undefined
}

/** Chromium sandboxes with user namespaces, otherwise with a setuid helper owned by root. */
function canSandbox(binary: string): boolean {
  const helper = path.join(path.dirname(binary), 'chrome-sandbox')
  if (existsSync(helper)) {
    const { uid, mode } = statSync(helper)
    if (uid === 0 && (mode & 0o4000) !== 0) return true
  }
  return (
    setting('kernel/apparmor_restrict_unprivileged_userns') !== '1' &&
    setting('kernel/unprivileged_userns_clone') !== '0' &&
    setting('user/max_user_namespaces') !== '0'
  )
}

function setting(name: string): string | undefined {
  const file = path.join('/proc/sys', name)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}
