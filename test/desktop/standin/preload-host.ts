/**
 * The script that runs in a page before its own scripts: the preload, if there is one, with a `require` that knows only
 * 'electron'.
 */
export function preloadScript(preload: string | undefined): string {
  return preload === undefined
    ? `(${host})()`
    : `(${host})((require, module, exports) => {${preload}\n})`
}

type Preload = (require: (name: string) => object, module: object, exports: object) => void

/** Serialised into the page, so it must not reference anything outside itself. */
function host(preload?: Preload): void {
  interface Outside {
    __standinInvoke?: (channel: string, args: unknown[]) => Promise<unknown>
    __standinOpen?: (url: string) => Promise<void>
  }
  type Listener = (event: object, ...args: unknown[]) => void

  // As in Electron, subframes get no preload.
  if (window !== window.top) return
  const outside = window as unknown as Outside
  const invokeOutside = outside.__standinInvoke!
  const openOutside = outside.__standinOpen!
  delete outside.__standinInvoke
  delete outside.__standinOpen

  const listeners = new Map<string, Set<Listener>>()
  addEventListener('__standin-ipc', (event) => {
    const { channel, args } = (event as CustomEvent<{ channel: string; args: unknown[] }>).detail
    for (const listener of listeners.get(channel) ?? []) listener({}, ...args)
  })
  const ipcRenderer = {
    async invoke(channel: string, ...args: unknown[]) {
      try {
        return await invokeOutside(channel, args)
      } catch (error) {
        const [first] = (error as Error).message.split('\n    at ')
        throw new Error(`Error invoking remote method '${channel}': ${first}`)
      }
    },
    on(channel: string, listener: Listener) {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener))
    },
    off(channel: string, listener: Listener) {
      listeners.get(channel)?.delete(listener)
    },
  }
  const contextBridge = {
    exposeInMainWorld(name: string, api: object) {
      if (name in window) throw new Error('Cannot bind an API on top of an existing property')
      Object.defineProperty(window, name, { value: Object.freeze({ ...api }), enumerable: true })
    },
  }

  const open = (url: string) => void openOutside(new URL(url, location.href).href)
  window.open = (url = 'about:blank') => {
    open(String(url))
    return null
  }
  addEventListener('click', (event) => {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement)
    if (event.defaultPrevented || link?.target !== '_blank') return
    event.preventDefault()
    open(link.href)
  })

  const module = { exports: {} }
  const require = (name: string) => {
    if (name !== 'electron') throw new Error(`module not found in a sandboxed preload: ${name}`)
    return { ipcRenderer, contextBridge }
  }
  preload?.(require, module, module.exports)
}
