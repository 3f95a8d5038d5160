import type { ChatModel } from './model.ts'
import type { Storage } from './storage.ts'

interface Watching {
  readonly model: ChatModel
  readonly storage: Storage
  readonly signal: AbortSignal
  /** The page may be another one. */
  onVisit(): void
  onChange(): void
}

/** Notices what happens to the page: sleep, network, other tabs, and the browser's way back and forward. */
export function watchPage({ model, storage, signal, onVisit, onChange }: Watching): void {
  const listeners = {
    online: model.wake,
    offline: model.restart,
    visibilitychange: () => (document.hidden ? onChange() : model.wake()),
    popstate: onVisit,
    // A page that holds a stream cannot be kept for the way back.
    pagehide: model.pause,
    pageshow: model.resume,
    storage({ key }: StorageEvent) {
      if (!key?.startsWith(storage.key)) return
      storage.sync()
      model.recall()
    },
  }
  for (const [type, listener] of Object.entries(listeners)) {
    addEventListener(type, listener as EventListener, { signal })
  }
  // Where a page changes its address without loading anew.
  globalThis.navigation?.addEventListener('currententrychange', onVisit, { signal })
  onVisit()
}
