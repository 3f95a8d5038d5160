import type { DesktopApi } from '../../../electron/desktop-api.ts'

declare global {
  interface Window {
    /** API that Parley's desktop app exposes to its own window; absent in a browser. */
    readonly desktop?: DesktopApi
  }
}

/** The surrounding desktop app, if any. */
export function desktopApp(): DesktopApi | undefined {
  return window.desktop
}
