import type { App } from 'electron'

/**
 * Reports whether Chromium sandboxes pages. An AppImage runs without a sandbox where the system does not allow one
 * (AppRun). Must be called before `app.enableSandbox()`, which removes the switch from the command line but cannot
 * provide namespaces.
 */
export function isSandboxedBy(commandLine: Pick<App['commandLine'], 'hasSwitch'>): boolean {
  return !commandLine.hasSwitch('no-sandbox')
}

/**
 * Fault of every remote workspace without a sandbox, where a page of another server would be one bug away from this
 * machine.
 */
export function refusalOf(isSandboxed: boolean): { readonly fault: 'unsandboxed' } | undefined {
  return isSandboxed ? undefined : { fault: 'unsandboxed' }
}
