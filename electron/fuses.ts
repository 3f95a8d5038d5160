import { type FuseV1Config, FuseV1Options, FuseVersion } from '@electron/fuses'

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
