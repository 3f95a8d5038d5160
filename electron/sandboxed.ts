import type { App } from 'electron'

/**
 * Reports whether Chromium runs pages in its sandbox. An AppImage is started without one where the system lets it build none
 * (AppRun). To be asked before `app.enableSandbox()`, which takes the switch off the command line and brings no namespaces back.
 */
export function isSandboxedBy(commandLine: Pick<App['commandLine'], 'hasSwitch'>): boolean {
  return !commandLine.hasSwitch('no-sandbox')
}

/** Fault of every workspace elsewhere where there is no sandbox, since a page of another server would be one bug away from this machine. */
export function refusalOf(isSandboxed: boolean): { readonly fault: 'unsandboxed' } | undefined {
  return isSandboxed ? undefined : { fault: 'unsandboxed' }
}
