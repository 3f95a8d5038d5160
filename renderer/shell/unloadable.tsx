import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Desk } from '../app/desk.ts'
import type { ScreenProps } from '../app/screen.ts'
import { loadWithTexts, t } from '../locales/translate.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/display.tsx'
import { ErrorState } from '../ui/states.tsx'

/** Loads a screen; resolves to one that explains the failure and recovers from it if that is impossible. */
export async function loadScreen(
  load: () => Promise<ComponentType<ScreenProps>>,
): Promise<ComponentType<ScreenProps>> {
  try {
    return await loadWithTexts(load)
  } catch (error) {
    console.warn(error)
    return Unloaded
  }
}

/** Stands in for a screen that could not be loaded. */
function Unloaded({ desk }: ScreenProps) {
  useEffect(() => reloadWhenReachable(desk), [])
  return <Unloadable />
}

/**
 * Reloads the page as soon as the server answers. It does so once per history entry, which survives the reload, so that
 * a screen that is really missing does not reload forever.
 */
function reloadWhenReachable({ fetch, live }: Pick<Desk, 'fetch' | 'live'>): () => void {
  let isOver = isReloaded()
  async function attempt(): Promise<void> {
    const isReachable = await fetch('/health').then(
      ({ ok }) => ok,
      () => false,
    )
    if (isOver || !isReachable) return
    isOver = true
    history.replaceState({ isReloaded: true }, '')
    location.reload()
  }
  const listen = () => void attempt()
  listen()
  addEventListener('online', listen)
  const unsubscribe = live.onOpen(listen)
  return () => {
    isOver = true
    removeEventListener('online', listen)
    unsubscribe()
  }
}

function isReloaded(): boolean {
  const state: unknown = history.state
  return state instanceof Object && 'isReloaded' in state
}

/** Shown when a screen could not be loaded or failed to render. */
export function Unloadable() {
  useEffect(() => document.querySelector<HTMLElement>('.state button')?.focus(), [])
  return (
    <Page>
      <ErrorState title={t('shell.unloadable.title')}>
        <p>{t('shell.unloadable.why')}</p>
        <Button kind="primary" onClick={() => location.reload()}>
          {t('shell.unloadable.reload')}
        </Button>
      </ErrorState>
    </Page>
  )
}
