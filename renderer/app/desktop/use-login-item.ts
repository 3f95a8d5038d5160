import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { DesktopApi, LoginItem } from '../../../electron/desktop-api.ts'

/** State of the desktop app's start at login; `unsupported` until the app answers, and in a browser. */
export function useLoginItem(desktop: DesktopApi | undefined): Signal<LoginItem> {
  const login = useSignal<LoginItem>('unsupported')
  useEffect(() => {
    const know = (now: LoginItem) => {
      login.value = now
    }
    // Rejected for the page of a remote workspace.
    void desktop?.loginItem().then(know, () => undefined)
  }, [desktop])
  return login
}
