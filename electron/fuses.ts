import path from 'node:path'
import { type FuseV1Config, FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses'
import type { AfterPackContext } from 'electron-builder'

/** Fuses of a packaged Electron. All nine are stated, and an Electron with a tenth fails the packaging. */
export const FUSES = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // Chromium's own way to bound WebAssembly; without it the same checks are slower.
  [FuseV1Options.WasmTrapHandlers]: true,
} as const satisfies FuseV1Config

/** Called by electron-builder before it signs; its own `electronFuses` setting knows eight of the nine. */
export async function afterPack(context: AfterPackContext): Promise<void> {
  const program = path.join(context.appOutDir, programOf(context))
  const isMac = context.electronPlatformName === 'darwin'
  await flipFuses(program, { ...FUSES, resetAdHocDarwinSignature: isMac })
}

function programOf({ packager, electronPlatformName }: AfterPackContext): string {
  if (electronPlatformName === 'linux') return String(packager.config.linux?.executableName)
  const name = packager.appInfo.productFilename
  return electronPlatformName === 'darwin' ? `${name}.app` : `${name}.exe`
}
