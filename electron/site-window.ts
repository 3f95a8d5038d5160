import { BrowserWindow, screen, type WebContents } from 'electron'
import type { SiteOutcome, SiteSeen, SiteToShow } from './desktop-api.ts'
import { guardSite, type MayVisit, mayVisitSite } from './guard.ts'
import { isWebAddress } from './links.ts'
import { logProblem } from './log.ts'
import { picture } from './pictures.ts'
import { refusalOf } from './sandboxed.ts'
import type { ServerHost } from './server-host.ts'
import type { SiteDoor } from './server-messages.ts'
import { PHONE, prepareSite } from './site-page.ts'
import { createSiteSession, SITE_PARTITION } from './site-session.ts'
import { delay } from './wait.ts'

export interface SiteWindowNeeds {
  /** Opens the network for the window, and closes it. */
  readonly host: Pick<ServerHost, 'openDoor' | 'closeDoor'>
  /** False if pages run without Chromium's sandbox, which rules out showing a stranger's. */
  readonly isSandboxed: boolean
}

/** The window that shows a page of the owner's website with the chat on it. */
export interface SiteWindow {
  /** Shows a page in place of the one before, and resolves to what was seen there. */
  show(site: SiteToShow): Promise<SiteOutcome>
  close(): void
  /** Rules for the navigations of web contents that are the window's; undefined for all others. */
  rulesOf(contents: WebContents): MayVisit | undefined
}

const DESKTOP = { width: 1280, height: 800 } as const
/** Height of a window's frame and of the bars of a desktop, px, at most. */
const FRAME_HEIGHT = 60

const MAX_FAILURES = 20

/** Time for a page to load, ms. */
const LOAD_MS = 15_000

/** Creates the site window; a page opens when it is asked for. */
export function createSiteWindow({ host, isSandboxed }: SiteWindowNeeds): SiteWindow {
  const session = createSiteSession()
  let current: { readonly window: BrowserWindow; readonly door: SiteDoor } | undefined
  /** Number of the latest request, which ends those before it. */
  let turns = 0
  /** End of the latest step that concerns the session, which all pages share. */
  let step: Promise<unknown> = Promise.resolve()
  const refusal = refusalOf(isSandboxed)

  /** Takes steps one after the other. */
  function inTurn<result>(take: () => Promise<result>): Promise<result> {
    const taken = step.then(take)
    step = taken.catch(() => undefined)
    return taken
  }

  function close(): void {
    turns += 1
    const old = current
    if (!old) return
    current = undefined
    host.closeDoor(old.door.port)
    // Neither the page nor the operator is asked.
    if (!old.window.isDestroyed()) old.window.destroy()
    void inTurn(session.clear).catch(logProblem)
  }

  function open({ url, size }: SiteToShow, door: SiteDoor, scale: number): BrowserWindow {
    const created = new BrowserWindow({
      ...(size === 'phone' ? scaled(PHONE, scale) : DESKTOP),
      useContentSize: true,
      resizable: size === 'desktop',
      fullscreenable: false,
      autoHideMenuBar: true,
      title: new URL(url).host,
      ...(process.platform === 'linux' && { icon: picture('icon.png') }),
      webPreferences: {
        partition: SITE_PARTITION,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: false,
        devTools: false,
        disableDialogs: true,
      },
    })
    current = { window: created, door }
    guardSite(created.webContents)
    // The host comes first, so that no page can pass for Parley.
    created.on('page-title-updated', (event, title) => {
      event.preventDefault()
      const host = URL.parse(created.webContents.getURL())?.host
      if (host) created.setTitle(`${host}: ${title}`)
    })
    created.once('closed', () => {
      if (current?.window === created) close()
    })
    return created
  }

  /** Opens an empty window with a door of its own, which closes again unless there is a window in the end. */
  async function openBehindDoor(site: SiteToShow, scale: number, isMine: () => boolean) {
    if (!isMine()) return undefined
    const { assistant, url } = site
    const door = await host.openDoor({ assistant, url })
    try {
      if (isMine()) await session.enter(door)
      return isMine() ? { window: open(site, door, scale), door } : undefined
    } finally {
      if (current?.door !== door) host.closeDoor(door.port)
    }
  }

  async function visit(site: SiteToShow, isMine: () => boolean): Promise<SiteOutcome> {
    const { assistant, url, size } = site
    const scale = size === 'phone' ? fitting(screen.getAllDisplays()[0]?.workArea.height) : 1
    const opened = await inTurn(() => openBehindDoor(site, scale, isMine))
    if (!opened) return CLOSED
    const { window, door } = opened
    const { webContents: contents } = window
    const failures = watchFailures(contents, door.origin)
    // The protocol answers once there is a page, however empty.
    await window.loadURL('about:blank')
    const { tag } = door
    const userAgent = contents.getUserAgent()
    const page = await prepareSite(contents.debugger, { assistant, size, tag, scale, userAgent })
    const reason = await Promise.race([
      window.loadURL(url).then(
        () => undefined,
        (error: Error) => error.message,
      ),
      // A page may load for ever, and be complete all the same.
      delay(LOAD_MS).then(() => 'ERR_TIMED_OUT'),
    ])
    if (!isMine()) return CLOSED
    // What is there may be a page that moves on or never ends; without a response or with a download it is none.
    const isLoaded = !reason || /ERR_(?:ABORTED|TIMED_OUT)/.test(reason)
    if (!isLoaded || !isWebAddress(contents.mainFrame.url)) return unreachable(reason)
    const sight = await page.look()
    if (!isMine()) return CLOSED
    if (!sight) return { fault: 'silent' }
    const violations = sight.violations.filter(
      ({ blocked }) => URL.parse(blocked)?.origin === door.origin,
    )
    return { seen: { ...sight, violations, failures, isAdded: page.isAdded } }
  }

  return {
    async show(site) {
      if (refusal) return refusal
      close()
      const turn = turns
      const isMine = () => turn === turns
      try {
        return await visit(site, isMine)
      } catch (error) {
        if (!isMine()) return CLOSED
        logProblem(error)
        close()
        return { fault: 'unavailable' }
      }
    },
    close,
    rulesOf: (contents) => (session.owns(contents) ? mayVisitSite : undefined),
  }
}

const CLOSED = { fault: 'closed' } as const

/** Outcome of a page that did not load, with Chromium's name of the error. */
const unreachable = (reason = ''): SiteOutcome => ({
  fault: 'unreachable',
  reason: /ERR_\w+/.exec(reason)?.[0],
})

/** Failed requests of the chat, as they come. */
function watchFailures(contents: WebContents, origin: string): SiteSeen['failures'] {
  const failures: { url: string; error: string }[] = []
  contents.session.webRequest.onErrorOccurred(({ url, error }) => {
    const isChat = url.startsWith(`${origin}/`) && error !== 'net::ERR_ABORTED'
    if (isChat && failures.length < MAX_FAILURES) failures.push({ url: url.slice(0, 500), error })
  })
  return failures
}

const fitting = (height = Number.POSITIVE_INFINITY): number =>
  Math.min(1, Math.floor(((height - FRAME_HEIGHT) / PHONE.height) * 100) / 100)

const scaled = ({ width, height }: typeof PHONE, scale: number) => ({
  width: Math.round(width * scale),
  height: Math.round(height * scale),
})
