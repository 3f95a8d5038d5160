import path from 'node:path'
import { app, dialog, session, utilityProcess } from 'electron'
import { createBackOff } from './back-off.ts'
import { guardContents, guardSession, openLinksOutside } from './guard.ts'
import { registerHandlers } from './handlers.ts'
import { logProblem } from './log.ts'
import { showMenu } from './menu.ts'
import { type SecretsEnv, secretsEnv } from './secrets.ts'
import { followServer } from './server-child.ts'
import { createServerHost } from './server-host.ts'
import { createAppWindow } from './window.ts'

const SERVER = path.join(import.meta.dirname, '..', 'server', 'server-process.js')

let secrets: SecretsEnv = { PARLEY_SECRETS: 'refuse' }

const host = createServerHost({
  launch: (port) =>
    followServer(
      utilityProcess.fork(SERVER, [], {
        serviceName: 'Parley Server',
        // What somebody sets themselves comes before the keyring.
        env: { ...secrets, ...process.env, ...(port && { PARLEY_PORT: port }) },
      }),
    ),
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
    window.tell('server:state', state)
    if (state === 'stopped') offerAgain('The Parley server keeps ending', reason, host.startAgain)
  },
})

const origin = () => host.url && new URL(host.url).origin

const window = createAppWindow({
  address: () => `${host.url}/app/`,
  onOpen: (opened) => openLinksOutside(opened, origin),
  onGiveUp: (again) => offerAgain('The window keeps crashing', 'The server goes on.', again),
})

let isQuitting = false
let isDrained = false
let isDying = false

if (app.requestSingleInstanceLock()) run()
else app.quit()

function run(): void {
  app.enableSandbox()
  if (process.platform === 'win32') app.setAppUserModelId('com.example.parley')
  process.on('uncaughtException', die)
  process.on('unhandledRejection', die)
  app.on('web-contents-created', (_event, contents) => guardContents(contents, origin))
  app.on('second-instance', () => showWindow())
  app.on('activate', () => showWindow())
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('will-quit', drainFirst)
  // Not awaited here: Electron is ready only once this module has been evaluated.
  app.whenReady().then(start).catch(refuse)
}

async function start(): Promise<void> {
  // Electron's own handler ends the app without draining when a signal arrives twice, and through npm it does.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => app.quit())
  }
  guardSession(session.defaultSession, origin)
  registerHandlers({ trust: { opened: window.owns, origin }, host, focus: window.focus })
  showMenu({
    origin,
    signInUrl: async () => (await host.signInLink()).url,
    showWindow,
    complain: (error) => dialog.showErrorBox('This did not work', sentenceOf(error)),
  })
  secrets = await secretsEnv(app.getPath('userData'))
  await host.start()
  console.log(`Parley is ready: ${host.url}`)
  window.focus()
}

function showWindow(): void {
  if (host.url) window.focus()
}

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
  if (isDrained) return
  event.preventDefault()
  void host.stop().finally(() => {
    isDrained = true
    app.quit()
  })
}

/** A bug of the main process: what is under way is finished, and the exit code says that something was wrong. */
function die(error: unknown): void {
  logProblem(error)
  if (isDying) return
  isDying = true
  void host.stop().finally(() => app.exit(1))
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
