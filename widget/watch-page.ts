import type { ChatModel } from './model.ts'
import type { Storage } from './storage.ts'

interface Watching {
  readonly model: ChatModel
  readonly storage: Storage
  readonly signal: AbortSignal
  /** Called when the page may have changed. */
  onVisit(): void
  onChange(): void
}

/** Reacts to changes of the page: sleep, network, other tabs, and back/forward navigation. */
export function watchPage({ model, storage, signal, onVisit, onChange }: Watching): void {
  const listeners = {
    online: model.wake,
    offline: model.restart,
    visibilitychange: () => (document.hidden ? onChange() : model.wake()),
    popstate: onVisit,
    // A page with an open stream is not eligible for the back/forward cache.
    pagehide: model.pause,
    pageshow: model.resume,
    storage({ key }: StorageEvent) {
      if (!key?.startsWith(storage.key!)) return
      storage.sync()
      model.recall()
    },
  }
  for (const [type, listener] of Object.entries(listeners)) {
    addEventListener(type, listener as EventListener, { signal })
  }
  // Client-side navigation of the page.
  globalThis.navigation?.addEventListener('currententrychange', onVisit, { signal })
  onVisit()
}
