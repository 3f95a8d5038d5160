import { type ChildProcess, fork, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type * as Electron from 'electron'
import { _electron, type Browser, chromium, type Page } from 'playwright'
import { electronBinary } from '../../scripts/electron-binary.ts'
import { copyFirstStart } from '../support/life.ts'
import type { harness } from './standin/surface/strict.ts'
import type { answers, seen } from './standin/world.ts'

const root = path.resolve(import.meta.dirname, '../..')
const standIn = path.join(import.meta.dirname, 'standin', 'run.ts')
/**
 * Node.js from npm; on x64 Linux and macOS it is the version inside the installed Electron. Undefined where
 * npm has none.
 */
export const ELECTRON_NODE = [
  path.join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin/node'),
].find(existsSync)
/** Node.js binary that runs the app and its server in the stand-in. */
export const STANDIN_PROGRAM = process.env['STANDIN_NODE'] ?? ELECTRON_NODE ?? process.execPath
const READY_MS = 30_000
const QUIT_MS = 15_000

/** Electron's main-process API, plus what the stand-in saw outside the window and the calls it should fail. */
export type MainProcess = typeof Electron & {
  readonly seen: typeof seen
  readonly answers: typeof answers
  readonly harness: typeof harness
}

/** The running desktop app: in real Electron where it is installed, otherwise in the stand-in. */
export interface Desktop extends AsyncDisposable {
  readonly host: 'electron' | 'stand-in'
  readonly page: Page
  /** Runs a function in the main process; it may use only its arguments. */
  evaluate<result, argument = undefined>(
    ask: (electron: MainProcess, argument: argument) => result | Promise<result>,
    argument?: argument,
  ): Promise<result>
  /** Relaunches that the app requested, which the stand-in only records; real Electron performs them. */
  readonly relaunches: readonly object[]
  /** Starts the app again in the same profile and resolves to the exit code of that start. */
  startAgain(...args: string[]): Promise<number | null>
  /** The exit code, once the app has ended. */
  readonly ended: Promise<number | null>
  /** Quits as the menu does and resolves to the exit code. */
  quit(): Promise<number | null>
}

/** Result of a start that showed no window. */
export interface FailedStart {
  readonly code: number | null
  readonly output: string
}

interface Profile {
  /** The folder that contains package.json and dist. */
  readonly app: string
  readonly env: NodeJS.ProcessEnv
  readonly args: string[]
  clean(): void
}

/** Host that `launchDesktop` uses here. */
export function desktopHost(): Desktop['host'] {
  return electronBinary() ? 'electron' : 'stand-in'
}

/** Start options besides the environment. */
interface Launch {
  /** The folder that contains the app's package.json and dist. */
  readonly app?: string
  /** A folder for profile and data that outlives the app, so that it can be started again; the caller removes it. */
  readonly home?: string
}

/**
 * Starts the built desktop app with its own profile and, unless one is given, a data folder as a first start
 * leaves it.
 */
export async function launchDesktop(
  env: NodeJS.ProcessEnv = {},
  { app = root, home }: Launch = {},
): Promise<Desktop> {
  const profile = { ...createProfile(env, home), app }
  const binary = electronBinary()
  return binary ? launchElectron(binary, profile) : launchStandIn(profile)
}

/** Starts the app in the stand-in in a state where no window appears, and waits for it to exit. */
export async function failToLaunch(env: NodeJS.ProcessEnv): Promise<FailedStart> {
  const profile = createProfile(env)
  const { child, output } = forkStandIn(profile)
  const code = await exitOf(child)
  profile.clean()
  return { code, output: output() }
}

function createProfile(env: NodeJS.ProcessEnv, home?: string): Profile {
  const folder = home ?? mkdtempSync(path.join(tmpdir(), 'parley-desktop-'))
  const dataDir = path.join(folder, 'data')
  if (!env['PARLEY_DATA_DIR'] && !existsSync(dataDir)) copyFirstStart(dataDir)
  const { NODE_ENV: _, VITEST: __, ...inherited } = process.env
  return {
    app: root,
    env: {
      ...inherited,
      PARLEY_DATA_DIR: dataDir,
      PARLEY_PORT: '0',
      ...env,
    },
    args: [`--user-data-dir=${path.join(folder, 'profile')}`],
    clean() {
      if (home === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function launchElectron(binary: string, profile: Profile): Promise<Desktop> {
  // In containers, tests run as root, where Chromium's sandbox does not work.
  const args = [profile.app, ...profile.args, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  const env = profile.env as Record<string, string>
  const app = await _electron.launch({ executablePath: binary, args, env })
  const page = await app.firstWindow()
  const exited = exitOf(app.process())
  const quit = async () => {
    await app.close()
    return exited
  }
  return {
    host: 'electron',
    relaunches: [],
    page,
    evaluate: ((ask: never, argument: never) => app.evaluate(ask, argument)) as Desktop['evaluate'],
    startAgain: (...more) => exitOf(spawn(binary, [...args, ...more], { env, stdio: 'ignore' })),
    ended: exited,
    quit,
    async [Symbol.asyncDispose]() {
      await quit()
      profile.clean()
    },
  }
}

async function launchStandIn(profile: Profile): Promise<Desktop> {
  const { child, output } = forkStandIn(profile)
  const exited = exitOf(child)
  const { browser, page } = await joinWindow(child, exited, output).catch(async (error) => {
    // The stand-in exits with its parent and takes the server with it.
    if (child.connected) child.disconnect()
    await exited
    profile.clean()
    throw error
  })
  const evaluate = questions(child)
  const relaunches: object[] = []
  child.on('message', ({ relaunch }: { relaunch?: object }) => {
    if (relaunch) relaunches.push(relaunch)
  })
  let violations: string[] = []
  const quit = async () => {
    if (child.connected) {
      violations = await evaluate(({ harness }) => harness.violations).catch(() => violations)
      void evaluate(quitUnasked).catch(() => undefined)
    }
    const timer = setTimeout(() => child.kill('SIGKILL'), QUIT_MS)
    const code = await exited
    clearTimeout(timer)
    await browser.close()
    return code
  }
  return {
    host: 'stand-in',
    relaunches,
    page,
    evaluate,
    startAgain: (...more) =>
      exitOf(forkStandIn({ ...profile, args: [...profile.args, ...more] }).child),
    ended: exited,
    quit,
    async [Symbol.asyncDispose]() {
      await quit()
      profile.clean()
      if (violations.length > 0) throw new Error(`Electron has none of this: ${violations}`)
    },
  }
}

/** Quits at the end of a test, answering any question itself. */
const quitUnasked = ({ app, answers }: MainProcess) => {
  answers.messageBox = 0
  app.quit()
}

function forkStandIn({ app, env, args }: Profile): { child: ChildProcess; output: () => string } {
  const main = path.join(app, 'dist', 'electron', 'main.js')
  const options = { cwd: root, env, execPath: STANDIN_PROGRAM, execArgv: [], silent: true }
  const child = fork(standIn, [main, ...args], options)
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => chunks.push(text))
  }
  return { child, output: () => chunks.join('') }
}

/** Connects to the stand-in's Chromium once the app is ready, and waits for its window. */
async function joinWindow(
  child: ChildProcess,
  exited: Promise<number | null>,
  output: () => string,
): Promise<{ browser: Browser; page: Page }> {
  const address = Promise.withResolvers<string>()
  child.on('message', (message: { cdp?: string }) => {
    if (message.cdp) address.resolve(message.cdp)
  })
  const fail = (why: string) => address.reject(new Error(`The app ${why}\n${output()}`))
  void exited.then((code) => fail(`ended with ${code} before it was ready`))
  const timer = setTimeout(() => fail('was not ready in time'), READY_MS)
  const browser = await chromium.connectOverCDP(
    await address.promise.finally(() => clearTimeout(timer)),
  )
  const context = browser.contexts()[0]!
  // The stand-in answers dialogs; without a listener here Playwright would.
  context.on('dialog', () => undefined)
  const page = context.pages()[0] ?? (await context.waitForEvent('page', { timeout: READY_MS }))
  await page.waitForURL(/^http/)
  return { browser, page }
}

function questions(child: ChildProcess): Desktop['evaluate'] {
  let ids = 0
  return (ask, argument) =>
    new Promise((resolve, reject) => {
      const id = ++ids
      const handleEvent = (answer: { id?: number; value?: unknown; error?: string }) => {
        if (answer.id !== id) return
        child.off('message', handleEvent)
        if (answer.error) reject(new Error(answer.error))
        // The result has the function's return type, minus anything messages between processes cannot carry.
        else resolve(answer.value as Awaited<ReturnType<typeof ask>>)
      }
      child.on('message', handleEvent)
      child.send({ id, source: String(ask), argument })
    })
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve))
}
