import {
  type BrowserWindow,
  dialog,
  type Session,
  systemPreferences,
  type WebContents,
} from 'electron'
import { isOwn, isWebAddress, ruleFor } from './links.ts'
import { logProblem } from './log.ts'
import { limitOpens } from './opens.ts'
import { openOutside } from './outside.ts'

/** The origin of the server, once known. */
export type OwnOrigin = () => string | undefined

const ALLOWED_PERMISSIONS = new Set(['notifications', 'clipboard-sanitized-write'])

/**
 * Denies pages all permissions except notifications and writing to the clipboard; this computer's pages may also use
 * the microphone.
 */
export function guardSession(session: Session, own: OwnOrigin, home?: OwnOrigin): void {
  const isPermitted = (permission: string, page: string) =>
    ALLOWED_PERMISSIONS.has(permission) && isOwn(page, own())

  session.setPermissionRequestHandler(async (_contents, permission, answer, details) => {
    const { requestingUrl: page } = details
    if ('mediaTypes' in details && isAudioOnly(permission, details.mediaTypes))
      answer(isOwn(page, home?.()) && (await requestMicrophone()))
    else answer(isPermitted(permission, page))
  })
  session.setPermissionCheckHandler((_contents, permission, page, { mediaType }) =>
    isAudioOnly(permission, mediaType && [mediaType])
      ? isOwn(page, home?.())
      : isPermitted(permission, page),
  )
  session.setDevicePermissionHandler(() => false)
}

/** Denies the pages of a website's window every permission, device and download, and requests outside the web. */
export function guardSiteSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.setSpellCheckerEnabled(false)
  session.on('will-download', (event) => event.preventDefault())
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isRequestable(url) }))
}

/** Restricts what the contents of a website's window may ask for besides permissions. */
export function guardSite(contents: WebContents): void {
  // Without these, Electron would take the first one.
  contents.on('select-bluetooth-device', (event, _devices, answer) => {
    event.preventDefault()
    answer('')
  })
  contents.on('select-client-certificate', (event, _url, _certificates, answer) => {
    event.preventDefault()
    // Its type demands a certificate; without one the request goes on without.
    ;(answer as () => void)()
  })
  // UDP would not go through the proxy.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.on('will-prevent-unload', (event) => event.preventDefault())
}

/** Leads a website's window to web pages only; frames may also have a source that the page itself has. */
export const mayVisitSite: MayVisit = (url, isMainFrame) =>
  isWebAddress(url) || (!isMainFrame && /^(?:about:(?:blank|srcdoc)|data:|blob:)/.test(url))

const isRequestable = (url: string): boolean => /^(?:https?|wss?|data|blob|about):/.test(url)

const isAudioOnly = (permission: string, kinds: readonly string[] | undefined) =>
  permission === 'media' && kinds?.length === 1 && kinds[0] === 'audio'

/** macOS asks for permission itself, once. */
async function requestMicrophone(): Promise<boolean> {
  if (process.platform !== 'darwin') return true
  return systemPreferences.askForMediaAccess('microphone').catch((error) => {
    logProblem(error)
    return false
  })
}

/** Decides about a navigation of web contents that show other pages than the server's. */
export type MayVisit = (url: string, isMainFrame: boolean) => boolean

interface Navigation {
  readonly url: string
  readonly isMainFrame?: boolean
  preventDefault(): void
}

/** Restricts web contents to pages of the server, or by rules of their own, if they have any. */
export function guardContents(
  contents: WebContents,
  own: OwnOrigin,
  rulesOf?: (contents: WebContents) => MayVisit | undefined,
): void {
  const isAllowed: MayVisit = rulesOf?.(contents) ?? ((url) => isOwn(url, own()))
  const blockNavigation = (event: Navigation) => {
    if (!isAllowed(event.url, event.isMainFrame ?? true)) event.preventDefault()
  }
  contents.on('will-navigate', blockNavigation)
  contents.on('will-redirect', blockNavigation)
  contents.on('will-frame-navigate', blockNavigation)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

/** Input events that count as user activation; mouse movement does not. */
const ACTIVATING_INPUT: ReadonlySet<string> = new Set([
  'mouseDown',
  'rawKeyDown',
  'keyDown',
  'gestureTap',
])

/**
 * Opens links for new windows in the browser, if at all: a limited number of own pages directly, others after a
 * question.
 */
export function openLinksOutside(window: BrowserWindow, own: OwnOrigin): void {
  const opens = limitOpens({ now: () => performance.now() })
  let isAsking = false

  window.webContents.on('input-event', (_event, { type }) => {
    if (ACTIVATING_INPUT.has(type)) opens.touched()
  })
  window.webContents.setWindowOpenHandler(({ url }) => {
    const rule = ruleFor(url, own())
    if (rule === 'open' && opens.takeOpening()) void openOutside(url)
    else if (rule !== 'refuse') void confirmOpen(url)
    return { action: 'deny' }
  })

  async function confirmOpen(url: string): Promise<void> {
    // A page that opens windows in a loop gets a single question, neither a pile nor an endless sequence.
    if (isAsking || !opens.takeQuestion()) return
    isAsking = true
    try {
      const { response } = await dialog.showMessageBox(window, {
        type: 'question',
        message: `Open ${new URL(url).host} in your browser?`,
        detail: url,
        buttons: ['Open', 'Cancel'],
        defaultId: 0,
        cancelId: 1,
      })
      if (response === 0) await openOutside(url)
    } finally {
      isAsking = false
    }
  }
}
