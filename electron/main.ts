import path from 'node:path'
import { app, dialog, powerMonitor, screen, session, shell, utilityProcess } from 'electron'
import { createAttention } from './attention.ts'
import { createBackOff } from './back-off.ts'
import { placeInCommandLine, placeOfLink } from './deep-links.ts'
import { diagnostics } from './diagnostics.ts'
import { createElsewhere } from './elsewhere.ts'
import { guardContents, guardSession, openLinksOutside } from './guard.ts'
import { registerHandlers } from './handlers.ts'
import { keepUpdated } from './keep-updated.ts'
import { createKept } from './kept.ts'
import { logProblem, serverLog } from './log.ts'
import { showMenu } from './menu.ts'
import { mayRelaunch, Relaunches } from './relaunch.ts'
import { type SecretsEnv, secretsEnv } from './secrets.ts'
import { followServer } from './server-child.ts'
import { createServerHost, NoStart, type Restored } from './server-host.ts'
import { keepOutput } from './server-output.ts'
import { createTellUpdates } from './tell-updates.ts'
import { type AppTray, createTray } from './tray.ts'
import type { UpdateKeeper } from './updates.ts'
import { wantsForeign, wantsRestore } from './wants-restore.ts'
import { createAppWindow } from './window.ts'
import { keepPlace, Place, placeOn } from './window-place.ts'

const SERVER = path.join(import.meta.dirname, '..', 'server', 'server-process.js')

const inProfile = (name: string) => () => path.join(app.getPath('userData'), name)
const keptPlace = createKept(inProfile('window.json'), Place)
const relaunches = createKept(inProfile('relaunches.json'), Relaunches)

let secrets: SecretsEnv = { PARLEY_SECRETS: 'refuse' }
let tray: AppTray | undefined
let updates: UpdateKeeper | undefined
/** The screen that was asked for before there was a window. */
let wanted: string | undefined

const host = createServerHost({
  launch: (port, restored) => {
    const child = utilityProcess.fork(SERVER, argumentsOf(restored), {
      serviceName: 'Parley Server',
      stdio: 'pipe',
      // What somebody sets themselves comes before the keyring.
      env: { ...secrets, ...process.env, ...(port && { PARLEY_PORT: port }) },
    })
    keepOutput(child, serverLog)
    return followServer(child)
  },
  backOff: createBackOff({
    now: () => performance.now(),
    first: 500,
    longest: 30_000,
    most: 5,
    within: 5 * 60_000,
  }),
  onState(state, reason) {
    if (state !== 'running') logProblem(`Server ${state}: ${reason}`)
    if (state === 'running') window.arrive()
    if (!elsewhere.shown) window.tell('server:state', state)
    tray?.showServer(state)
    if (state === 'stopped')
      void offerAgain('The Parley server keeps stopping', reason, host.startAgain)
  },
})

const home = () => host.url && new URL(host.url).origin
/** Whose pages the window shows. */
const origin = () => (elsewhere.shown ? elsewhere.shown.origin : home())

const elsewhere = createElsewhere({ window: () => window, home, refreshMenus })

const window = createAppWindow({
  address: () => `${elsewhere.shown?.origin ?? host.url}/app/`,
  partition: () => elsewhere.shown?.partition,
  place: () =>
    placeOn(
      screen.getAllDisplays().map(({ workArea }) => workArea),
      keptPlace.read(),
    ),
  onOpen(opened) {
    openLinksOutside(opened, origin)
    keepPlace(opened, keptPlace)
    elsewhere.onOpen(opened)
  },
  onFail: elsewhere.recover,
  onGiveUp: (again) =>
    offerAgain('The window keeps crashing', 'The server is still running.', again),
})

let isQuitting = false
let isDrained = false
let isDying = false

if (app.requestSingleInstanceLock()) run()
else app.quit()

function run(): void {
  app.enableSandbox()
  if (process.platform === 'win32') app.setAppUserModelId('com.example.parley')
  // An app that runs from its source would leave an entry behind that starts nothing.
  if (app.isPackaged) app.setAsDefaultProtocolClient('parley')
  process.on('uncaughtException', die)
  process.on('unhandledRejection', die)
  app.on('web-contents-created', (_event, contents) => guardContents(contents, origin))
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
  // Not awaited here: Electron is ready only once this module has been evaluated.
  app.whenReady().then(start).catch(refuse)
}

async function start(): Promise<void> {
  // Electron's own handler ends the app without draining when a signal arrives twice, and through npm it does.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => app.quit())
  }
  guardSession(session.defaultSession, origin)
  updates = keepUpdated({
    onChange: createTellUpdates({
      isHome: () => !elsewhere.shown,
      tell: (now) => window.tell('updates:changed', now),
      showCard: showAbout,
    }),
    drain: drainToInstall,
    serve: serveAgain,
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
    reply: (reply) => window.tell('note:reply', reply),
    attend: createAttention({ window: window.current, tray: () => tray }),
    diagnostics: () => diagnostics({ server: host.state, secrets: kindOf(secrets) }),
    updates,
  })
  refreshMenus()
  followPower()
  secrets = await secretsEnv(app.getPath('userData'))
  await elsewhere.open()
  await host.start().catch(restoreIfWanted)
  console.log(`Parley is ready: ${host.url}`)
  tray = createTray({ ...actions, workspaces: elsewhere.trayItems })
  show(wanted)
}

/** Brings the window to the front, at a screen if one is asked for; before the server serves, it is remembered. */
function show(place?: string): void {
  if (!host.url) wanted = place ?? wanted
  else elsewhere.front(place)
}

/** Page with the card of updates: only this computer's own pages have it. */
const showAbout = () => elsewhere.atHome('/app/settings/about')

function lookForUpdates(): void {
  void updates?.look()
  showAbout()
}

const actions = { showWindow: () => show(), go: show, openInBrowser }

/** Menus that name something are drawn anew when it changes. */
function refreshMenus(): void {
  const contents = () => window.current()?.webContents
  showMenu({
    ...actions,
    origin,
    contents,
    workspaces: elsewhere.menu,
    lookForUpdates: updates?.isOn ? lookForUpdates : undefined,
  })
  tray?.refresh()
}

const kindOf = (found: SecretsEnv) => ('PARLEY_SECRETS_KEY' in found ? 'keyring' : 'refused')

function openInBrowser(): void {
  // Another server's key is not for an address; its own page asks for it.
  if (elsewhere.shown) return void shell.openExternal(`${elsewhere.shown.origin}/app/`)
  host
    .signInLink()
    .then(({ url }) => shell.openExternal(url))
    .catch((error) => dialog.showErrorBox('This did not work', sentenceOf(error)))
}

/** After a sleep connections may be dead without knowing it, and clocks have jumped. */
function followPower(): void {
  const awake = () => window.tell('machine:awake', null)
  powerMonitor.on('resume', awake)
  powerMonitor.on('unlock-screen', awake)
}

/** Data that is damaged is not the end where there is a backup: a person decides. */
async function restoreIfWanted(error: unknown): Promise<void> {
  if (!(error instanceof NoStart) || !error.backup || !(await wantsRestore(error.backup)))
    throw error
  const { id } = error.backup
  try {
    await host.start({ id, acceptForeign: false })
  } catch (failure) {
    if (!(failure instanceof NoStart) || failure.code !== 'foreign_backup') throw failure
    if (!(await wantsForeign())) throw error
    await host.start({ id, acceptForeign: true })
  }
}

const argumentsOf = (restored: Restored | undefined): string[] =>
  restored ? [restored.id, ...(restored.acceptForeign ? ['--accept-foreign'] : [])] : []

function refuse(error: unknown): void {
  // Whoever quits while the server is starting does not want to hear that it did not start.
  if (isQuitting) return
  logProblem(error)
  dialog.showErrorBox('Parley could not start', sentenceOf(error))
  void host.stop().finally(() => app.exit(1))
}

/** Quitting waits for the server: no process and no port is left behind. */
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

/** Nothing is under way while an update replaces the app's files; what quits then need not drain again. */
async function drainToInstall(): Promise<void> {
  await host.stop()
  isDrained = true
}

function serveAgain(): void {
  isDrained = false
  if (!isQuitting) void host.resume('The update was not installed.')
}

/** A bug of the main process: what is under way is finished, the exit code says that something was wrong, and it begins anew. */
function die(error: unknown): void {
  logProblem(error)
  if (isDying) return
  isDying = true
  void host.stop().finally(() => {
    if (app.isPackaged && !isQuitting && mayRelaunch(relaunches, Date.now())) app.relaunch()
    app.exit(1)
  })
}

async function offerAgain(message: string, detail: string, again: () => unknown): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message,
    detail,
    buttons: ['Try again', 'Quit'],
    defaultId: 0,
    cancelId: 1,
  })
  if (response === 0) await again()
  else app.quit()
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
