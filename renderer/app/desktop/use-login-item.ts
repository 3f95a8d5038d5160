import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { DesktopApi, LoginItem } from '../../../electron/desktop-api.ts'

/** Start at login of the surrounding app; `unsupported` until it answers, and in a browser. */
export function useLoginItem(desktop: DesktopApi | undefined): Signal<LoginItem> {
  const login = useSignal<LoginItem>('unsupported')
  useEffect(() => {
    const know = (now: LoginItem) => {
      login.value = now
    }
    // A page of a workspace elsewhere is refused.
    void desktop?.loginItem().then(know, () => undefined)
  }, [desktop])
  return login
}
