import { renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { flipFuses } from '@electron/fuses'
import type { AfterPackContext } from 'electron-builder'
import { FUSES } from '../../electron/fuses.ts'
import { resource } from './resource.ts'

/** Called by electron-builder before it signs; its own `electronFuses` setting supports eight of the nine fuses. */
export async function afterPack(context: AfterPackContext): Promise<void> {
  const program = path.join(context.appOutDir, programOf(context))
  const isMac = context.electronPlatformName === 'darwin'
  await flipFuses(program, { ...FUSES, resetAdHocDarwinSignature: isMac })
  if (context.electronPlatformName === 'linux') putLauncherBefore(program)
}

function programOf({ packager, electronPlatformName }: AfterPackContext): string {
  if (electronPlatformName === 'linux') return String(packager.config.linux?.executableName)
  const name = packager.appInfo.productFilename
  return electronPlatformName === 'darwin' ? `${name}.app` : `${name}.exe`
}

/** Puts a script in front of the program that can explain why it does not start. */
function putLauncherBefore(program: string): void {
  renameSync(program, `${program}-bin`)
  writeFileSync(program, resource('launcher.sh'), { mode: 0o755 })
}
