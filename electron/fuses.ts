import { type FuseV1Config, FuseV1Options, FuseVersion } from '@electron/fuses'

/** Fuses of a packaged Electron. All nine are set, and packaging fails for an Electron with a tenth. */
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
  // Chromium's bounds checks for WebAssembly by trap handlers; without them the checks are slower.
  [FuseV1Options.WasmTrapHandlers]: true,
} as const satisfies FuseV1Config
