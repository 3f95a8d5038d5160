import { existsSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'

/** Installation method of Parley; `none` if it cannot replace itself, for example in an unpacked folder. */
export type Installed = 'nsis' | 'mac' | 'AppImage' | 'deb' | 'none'

/** Facts about the running program that reveal its installation method. */
export interface Program {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly execPath: string
  readonly resourcesPath: string
}

/** The running program. */
export const thisProgram = (): Program => process

/**
 * Installation method of a program. A Debian package has a marker file (scripts/package/deb.ts), which takes precedence
 * over inherited variables.
 */
export function detectInstallation(program: Program): Installed {
  if (program.platform === 'win32') return 'nsis'
  if (program.platform === 'darwin') return 'mac'
  if (isDeb(program)) return 'deb'
  return appImageOf(program) === undefined ? 'none' : 'AppImage'
}

/**
 * The AppImage file that a program runs from. `APPIMAGE` alone is not reliable: programs started from another AppImage,
 * such as a terminal, inherit its value, and an update would replace that file.
 */
export function appImageOf({ env, execPath }: Program): string | undefined {
  const { APPIMAGE: file, APPDIR: mount } = env
  if (!file || !mount || !path.isAbsolute(file) || !path.isAbsolute(mount)) return undefined
  return [mount, realOf(mount)].some((folder) => isBelow(execPath, folder)) ? file : undefined
}

/**
 * The file that restarts a program: the AppImage, or the launcher next to the program (scripts/package/after-pack.ts).
 */
export function startFileOf(program: Program): string {
  const { platform, execPath } = program
  if (platform !== 'linux') return execPath
  const launcher = path.join(path.dirname(execPath), 'parley')
  return appImageOf(program) ?? (existsSync(launcher) ? launcher : execPath)
}

function isDeb({ resourcesPath }: Program): boolean {
  try {
    return readFileSync(path.join(resourcesPath, 'package-type'), 'utf8').trim() === 'deb'
  } catch {
    return false
  }
}

function isBelow(file: string, folder: string): boolean {
  const way = path.relative(folder, file)
  return way !== '' && !way.startsWith('..') && !path.isAbsolute(way)
}

/** The kernel lists a mount under its real path. */
function realOf(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}
