import path from 'node:path'
import { app, dialog, powerMonitor, screen, session } from 'electron'
import { createAttention } from './attention.ts'
import { createBackOff } from './back-off.ts'
import { placeInCommandLine, placeOfLink } from './deep-links.ts'
import { diagnostics } from './diagnostics.ts'
import { createElsewhere } from './elsewhere.ts'
import { guardContents, guardSession, openLinksOutside } from './guard.ts'
import { registerHandlers } from './handlers.ts'
import { keepUpdated } from './keep-updated.ts'
import { createKept } from './kept.ts'
import { createKeyring } from './keyring.ts'
import { launchServer } from './launch-server.ts'
import { logProblem } from './log.ts'
import { askBeforeUnload, mayLeave } from './may-leave.ts'
import { showMenu } from './menu.ts'
import { showNote } from './notes.ts'
import { offerAgain } from './offer-again.ts'
import { openOutside } from './outside.ts'
import { placeProfile } from './profile-folders.ts'
import { mayRelaunch, Relaunches } from './relaunch.ts'
import { restart } from './restart.ts'
import { isSandboxedBy } from './sandboxed.ts'
import { KEYRING_SILENT, openSecrets, type Secrets } from './secrets.ts'
import { prepareSelfCheck } from './self-check-profile.ts'
import type { ServerChild } from './server-child.ts'
import { createServerHost } from './server-host.ts'
import { registerWithSession } from './session-entries.ts'
import { createSiteWindow } from './site-window.ts'
import { createSpelling, SpellingChoice } from './spelling.ts'
import { type AppTray, createTray } from './tray.ts'
import { createTellUpdates } from './update-notifier.ts'
import type { UpdateKeeper } from './updates.ts'
import { startOrRestore } from './wants-restore.ts'
import { createAppWindow } from './window.ts'
import { keepPlace, Place, placeOn } from './window-place.ts'
import { identifyToWindows } from './windows-ids.ts'

const inProfile = (name: string) => () => path.join(app.getPath('userData'), name)
const storedPlace = createKept(inProfile('window.json'), Place)
const relaunches = createKept(inProfile('relaunches.json'), Relaunches)
const spelling = createSpelling(createKept(inProfile('spelling.json'), SpellingChoice))

const checkSelf = prepareSelfCheck()
const isSandboxed = isSandboxedBy(app.commandLine)
const keyring = createKeyring()
let secrets: Secrets = { env: { PARLEY_SECRETS: 'refuse' }, kept: 'none' }
let server: ServerChild | undefined
let tray: AppTray | undefined
let updates: UpdateKeeper | undefined
/** The screen requested before the window existed. */
let wanted: string | undefined

const host = createServerHost({
  launch: (port, restored) => (server = launchServer(secrets.env, port, restored)),
  backOff: createBackOff({
    now: () => performance.now(),
    first: 500,
    longest: 30_000,
    most: 5,
    within: 5 * 60_000,
  }),
  onState(state, reason) {
    if (state !== 'running') logProblem(`Server ${state}: ${reason}`)
    if (state === 'running') window.ensureLoaded()
    else site.close() // Its door has gone with the server.
    if (!elsewhere.shown) window.send('server:state', state)
    tray?.showServer(state)
    if (state === 'stopped')
      void offerAgain('The Parley server keeps stopping', reason, host.startAgain)
  },
})

const home = () => host.url && new URL(host.url).origin
/** Origin of the pages in the window. */
const origin = () => (elsewhere.shown ? elsewhere.shown.origin : home())

const elsewhere = createElsewhere({
  window: () => window,
  home,
  isSandboxed,
  keyring,
  refreshMenus,
})

const window = createAppWindow({
  address: () => `${elsewhere.shown?.origin ?? host.url}/app/`,
  partition: () => elsewhere.shown?.partition,
  place: () =>
    placeOn(
      screen.getAllDisplays().map(({ workArea }) => workArea),
      storedPlace.read(),
    ),
  onOpen(opened) {
    openLinksOutside(opened, origin)
    keepPlace(opened, storedPlace)
    askBeforeUnload(opened, () => isForced)
    // Windows sends no `will-quit` at shutdown, and allows only seconds.
    opened.on('session-end', () => void host.stop())
    opened.once('closed', site.close)
    elsewhere.onOpen(opened)
  },
  onFail: elsewhere.recover,
  onGiveUp: (again) =>
    offerAgain('The window keeps crashing', 'The server is still running.', again),
})

const site = createSiteWindow({ host, isSandboxed })

let isQuitting = false
let isDrained = false
let isDying = false
/** True if the window closes without asking: the user has already been asked, or the system does not wait. */
let isForced = false

// The profile determines which instances find each other.
placeProfile()
if (app.requestSingleInstanceLock()) run()
else app.quit()

function run(): void {
  app.enableSandbox()
  identifyToWindows()
  registerWithSession()
  process.on('uncaughtException', crash)
  // A failure on the side must not end the app.
  process.on('unhandledRejection', logProblem)
  app.on('web-contents-created', (_event, opened) => guardContents(opened, origin, site.rulesOf))
  app.on('second-instance', (_event, argv) => show(placeInCommandLine(argv)))
  app.on('open-url', (event, url) => {
    event.preventDefault()
    show(placeOfLink(url))
  })
  app.on('activate', () => show())
  app.on('child-process-gone', (_event, { type, name, reason }) => {
    if (reason !== 'clean-exit') logProblem(`${name ?? type} ended by itself (${reason})`)
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('will-quit', drainFirst)
  wanted = placeInCommandLine(process.argv)
  // Not awaited: Electron is ready only after this module has been evaluated.
  app.whenReady().then(start).catch(refuse)
}

async function start(): Promise<void> {
  // Electron's own handler exits without draining when a signal arrives twice, as it does through npm.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, quitNow)
  }
  spelling.open()
  guardSession(session.defaultSession, origin, home)
  updates = keepUpdated({
    onChange: createTellUpdates({
      isHome: () => !elsewhere.shown,
      notify: (now) => window.send('updates:changed', now),
      showCard: showAbout,
    }),
    drain: drainToInstall,
    serve: restartServer,
  })
  const trust = {
    opened: window.owns,
    origin,
    home: () => (elsewhere.shown ? undefined : home()),
  }
  elsewhere.register(trust)
  registerHandlers({
    trust,
    host,
    show,
    reply: (reply) => window.send('note:reply', reply),
    attend: createAttention({ window: window.current, tray: () => tray }),
    diagnostics: () => diagnostics({ server: host.state, secrets: secrets.kept, isSandboxed }),
    updates: { ...updates, install: installUpdate },
    site,
  })
  refreshMenus()
  followPower()
  secrets = await openSecrets(app.getPath('userData'), keyring)
  await elsewhere.open()
  await startOrRestore(host)
  console.log(`Parley is ready: ${host.url}`)
  tray = createTray({ ...actions, workspaces: elsewhere.trayItems })
  show(wanted)
  if (secrets.kept === 'silent') showNote(KEYRING_SILENT, { show, reply: () => undefined })
  await checkSelf?.({
    ...{ origin: home, window: window.current, isSandboxed },
    keepsSecrets: secrets.kept === 'open',
    breakServer: () => server?.fail(),
  })
}

/** Brings the window to the front, at a screen if given; before the server is ready, the request is stored. */
function show(place?: string): void {
  if (!host.url) wanted = place ?? wanted
  else elsewhere.front(place)
}

/** Shows the update card, which only this computer's own pages have. */
const showAbout = () => elsewhere.showHome('/app/settings/about')

function lookForUpdates(): void {
  void updates?.check()
  showAbout()
}

const actions = { showWindow: () => show(), go: show, openInBrowser }

/** Rebuilds the menus that contain names. */
function refreshMenus(): void {
  const contents = () => window.current()?.webContents
  showMenu({
    ...actions,
    origin,
    contents,
    workspaces: elsewhere.menu,
    spelling,
    lookForUpdates: updates?.isOn ? lookForUpdates : undefined,
  })
  tray?.refresh()
}

function openInBrowser(): void {
  // Another server's key must not appear in a URL; its own page asks for it.
  if (elsewhere.shown) return void openOutside(`${elsewhere.shown.origin}/app/`)
  host
    .signInLink()
    .then(({ url }) => openOutside(url))
    .catch((error) => dialog.showErrorBox('This did not work', sentenceOf(error)))
}

/** After sleep, connections may be dead unnoticed, and clocks have jumped. */
function followPower(): void {
  const awake = () => window.send('machine:awake', null)
  powerMonitor.on('resume', awake)
  powerMonitor.on('unlock-screen', awake)
  powerMonitor.on('shutdown', quitNow)
}

function refuse(error: unknown): void {
  // No error for a start that was interrupted by quitting.
  if (isQuitting) return
  logProblem(error)
  dialog.showErrorBox('Parley could not start', sentenceOf(error))
  void host.stop().finally(() => app.exit(1))
}

/** Delays quitting until the server has drained: no process and no port is left behind. */
function drainFirst(event: { preventDefault(): void }): void {
  isQuitting = true
  elsewhere.stop()
  if (isDrained) return
  event.preventDefault()
  void host.stop().finally(() => {
    isDrained = true
    app.quit()
  })
}

/** Quits without asking about unsaved input: neither the system nor the sender of a signal waits. */
function quitNow(): void {
  isForced = true
  app.quit()
}

/** Asks while everything still runs; after the server has drained, nothing could be saved. */
async function installUpdate(): Promise<void> {
  if (updates?.read().step !== 'ready' || !(await mayLeave(window.current()))) return
  isForced = true
  await updates.install()
}

/** Nothing may be in progress while an update replaces the app's files; the quit that follows need not drain again. */
async function drainToInstall(): Promise<void> {
  await host.stop()
  isDrained = true
}

function restartServer(): void {
  isDrained = false
  isForced = false
  if (!isQuitting) void host.resume('The update was not installed.')
}

/** Handles a bug of the main process: drains the server, exits with an error code, and relaunches. */
function crash(error: unknown): void {
  logProblem(error)
  if (isDying) return
  isDying = true
  void host.stop().finally(() => {
    if (app.isPackaged && !isQuitting && mayRelaunch(relaunches, Date.now())) restart()
    app.exit(1)
  })
}

const sentenceOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
