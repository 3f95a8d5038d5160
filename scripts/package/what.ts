import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

/** Conditions that decide which packages can be built here. */
export interface Workshop {
  readonly platform: NodeJS.Platform
  /** True if Electron's binary for this platform is present, or may be downloaded. */
  readonly hasElectron: boolean
  readonly hasAppImageRuntime: boolean
}

export type PackageName = 'dir' | 'tar.gz' | 'deb' | 'AppImage' | 'nsis' | 'dmg' | 'zip'

/** A package: built, or the reason against it. */
export interface Plan {
  readonly name: PackageName
  readonly system: 'Linux' | 'Windows' | 'macOS'
  readonly obstacle: string | undefined
}

const SYSTEM: Partial<Record<NodeJS.Platform, Plan['system']>> = {
  linux: 'Linux',
  win32: 'Windows',
  darwin: 'macOS',
}

const PACKAGES: readonly (readonly [PackageName, Plan['system']])[] = [
  ['dir', 'Linux'],
  ['tar.gz', 'Linux'],
  ['deb', 'Linux'],
  ['AppImage', 'Linux'],
  ['nsis', 'Windows'],
  ['dmg', 'macOS'],
  ['zip', 'macOS'],
]

const NO_ELECTRON =
  'the Electron program is not on this machine (fetch it with: npm run package -- --fetch)'
const NO_RUNTIME = 'its runtime is not on this machine (fetch it with: npm run package -- --fetch)'

/** Packages that can be built here, and the reasons for the rest. */
export function plan({ platform, hasElectron, hasAppImageRuntime }: Workshop): Plan[] {
  return PACKAGES.map(([name, system]) => {
    const obstacle =
      SYSTEM[platform] !== system
        ? `it is made on ${system}, where its tools and its signature are`
        : !hasElectron
          ? NO_ELECTRON
          : name === 'AppImage' && !hasAppImageRuntime
            ? NO_RUNTIME
            : undefined
    return { name, system, obstacle }
  })
}

/** Folder of the runtime named in electron-builder.yml, in electron-builder's cache. */
export const RUNTIME = 'appimage@1.0.3'

/** Reports whether electron-builder has downloaded the AppImage runtime. */
export function hasAppImageRuntime(): boolean {
  const { ELECTRON_BUILDER_CACHE: own, XDG_CACHE_HOME: caches } = process.env
  const cache = own || path.join(caches || path.join(homedir(), '.cache'), 'electron-builder')
  return existsSync(path.join(cache, RUNTIME))
}
