import path from 'node:path'
import { app, BrowserWindow, type WebContents } from 'electron'
import { createBackOff } from './back-off.ts'
import { offerContextMenu } from './context-menu.ts'
import type { Announcements } from './desktop-api.ts'
import { logProblem } from './log.ts'
import { picture } from './pictures.ts'
import type { Place } from './window-place.ts'

/** The operator's window, which comes and goes while the app runs. */
export interface AppWindow {
  /** Brings the window to the front; opens it if it was closed. */
  focus(): void
  /** Brings a screen of the app to the front. */
  go(place: string): void
  /** Reloads the app if the window shows another address, or a page that failed to load completely. */
  ensureLoaded(): void
  /** Replaces this window by a new one, because a window's session partition cannot change. */
  renew(screen?: string): void
  send<channel extends keyof Announcements>(channel: channel, content: Announcements[channel]): void
  owns(contents: WebContents): boolean
  /** The window itself, while it is open. */
  current(): BrowserWindow | undefined
}

export interface WindowNeeds {
  /** The address of the operator app. */
  readonly address: () => string
  /** Session partition of its pages; undefined for the app's default session. */
  readonly partition: () => string | undefined
  /** Last position of the window, if it is still on a screen. */
  readonly place: () => Place | undefined
  /** Called for every window before it loads anything. */
  readonly onOpen: (window: BrowserWindow) => void
  /** Called if a page failed to load; returns true if it was handled. */
  readonly onFail: () => boolean
  /** Called if the page has died too often; `again` reloads it anyway. */
  readonly onGiveUp: (again: () => void) => void
}

/** Opens the operator's window, and reloads its page after a crash. */
export function createAppWindow(needs: WindowNeeds): AppWindow {
  const { address, partition, place, onOpen, onFail, onGiveUp } = needs
  let window: BrowserWindow | undefined
  let shown: string | undefined
  /** True once the app in the window receives messages. */
  let hasLoaded = false

  function open(screen?: string, at = place()): BrowserWindow {
    const { isMaximized = false, ...bounds } = at ?? {}
    const own = partition()
    const created = new BrowserWindow({
      width: 1280,
      height: 820,
      ...bounds,
      minWidth: 720,
      minHeight: 480,
      title: app.name,
      // Elsewhere the program or its bundle provides it.
      ...(process.platform === 'linux' && { icon: picture('icon.png') }),
      show: false,
      webPreferences: {
        preload: path.join(import.meta.dirname, 'preload.cjs'),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: true,
        devTools: !app.isPackaged,
        ...(own !== undefined && { partition: own }),
      },
    })
    created.once('ready-to-show', () => {
      // Maximising earlier would show an empty window.
      if (isMaximized) created.maximize()
      created.show()
    })
    created.once('closed', () => {
      if (window !== created) return
      window = undefined
      hasLoaded = false
    })
    created.webContents.on('did-finish-load', () => {
      hasLoaded ||= window === created
    })
    revivePage(created, onGiveUp)
    offerContextMenu(created)
    created.webContents.on('did-fail-load', (_event, code, _text, _url, isMainFrame) => {
      if (!isMainFrame || code === ABORTED || created !== window) return
      shown = undefined
      if (!onFail()) created.show()
    })
    created.webContents.on('did-navigate', (_event, _url, status) => {
      // The response of a proxy in front of a server that is down.
      if (status < 500 || created !== window) return
      shown = undefined
      onFail()
    })
    created.webContents.session.webRequest.onErrorOccurred(({ resourceType, error }) => {
      if (resourceType === 'script' && error !== 'net::ERR_ABORTED') shown = undefined
    })
    window = created
    onOpen(created)
    load(created, screen)
    return created
  }

  function load(into: BrowserWindow, screen = '.'): void {
    shown = address()
    hasLoaded = false
    // `did-fail-load` has already noted a failure.
    into.loadURL(new URL(screen, shown).href).catch(() => undefined)
  }

  function focus(): void {
    if (!window) {
      open()
      return
    }
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }

  return {
    focus,
    go(screen) {
      if (!window) open(screen)
      else {
        if (hasLoaded) window.webContents.send('place:go', screen)
        else load(window, screen)
        focus()
      }
    },
    ensureLoaded() {
      if (window && shown !== address()) load(window)
    },
    renew(screen) {
      const old = window
      open(screen, old && { ...old.getNormalBounds(), isMaximized: old.isMaximized() })
      if (!old) return
      // Keeps showing the previous window until the new one is visible; its messages are ignored.
      const leave = () => {
        if (!old.isDestroyed()) old.destroy()
      }
      window?.once('show', leave)
      window?.once('closed', leave)
    },
    send(channel, content) {
      window?.webContents.send(channel, content)
    },
    owns: (contents) => window?.webContents === contents,
    current: () => window,
  }
}

/** Chromium's code for a load that was replaced by a newer one. */
const ABORTED = -3

/** Time after which an unresponsive page is crashed and reloaded, ms. */
const UNRESPONSIVE_TIMEOUT_MS = 15_000

/** Reloads a page whose process died or hangs, at most a few times. */
function revivePage(window: BrowserWindow, onGiveUp: WindowNeeds['onGiveUp']): void {
  const backOff = createBackOff({
    now: () => performance.now(),
    first: 250,
    longest: 1000,
    most: 3,
    within: 5 * 60_000,
  })
  const revive = () => {
    if (!window.isDestroyed()) window.webContents.reload()
  }
  let hanging: NodeJS.Timeout | undefined
  window.on('unresponsive', () => {
    clearTimeout(hanging)
    hanging = setTimeout(() => {
      if (!window.isDestroyed()) window.webContents.forcefullyCrashRenderer()
    }, UNRESPONSIVE_TIMEOUT_MS)
  })
  window.on('responsive', () => clearTimeout(hanging))
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    logProblem(`The window's page ended by itself (${reason})`)
    const wait = backOff.next()
    if (wait === undefined) onGiveUp(revive)
    else setTimeout(revive, wait)
  })
}
