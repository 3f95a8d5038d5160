import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { app, dialog, safeStorage, shell } from 'electron'
import { createBackup, readText, readTooLarge } from './self-check-api.ts'
import { type CheckNeeds, cookiesOf, type Probe, Skipped } from './self-check-needs.ts'

const TIMEOUT_MS = 60_000

/** Polls until a condition holds. */
async function until(what: string, isSo: () => unknown): Promise<void> {
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await delay(100)) {
    if (await isSo()) return
  }
  throw new Error(`${what} did not happen within ${TIMEOUT_MS / 1000} s`)
}

function claim(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise)
}

const serverPid = () => app.getAppMetrics().find(({ name }) => name === 'Parley Server')?.pid

const isHealthy = async ({ origin }: CheckNeeds) =>
  (await fetch(`${origin()}/health`).catch(() => undefined))?.ok === true

/** Runs code in the window's page with user activation. */
function inPage({ window }: CheckNeeds, code: string): Promise<unknown> {
  const contents = window()?.webContents
  if (!contents) throw new Error('There is no window')
  return contents.executeJavaScript(code, true)
}

const pathOf = (needs: CheckNeeds) => inPage(needs, 'location.pathname').catch(() => undefined)

/** Answers native dialogs in place of the user while `run` is in progress; collects the questions. */
async function withAnswers(
  answer: (options: { cancelId?: number }) => number,
  run: (asked: string[]) => Promise<void>,
): Promise<void> {
  const asked: string[] = []
  const reply = (...args: unknown[]) => {
    const options = args.at(-1) as { message: string; cancelId?: number }
    asked.push(options.message)
    return answer(options)
  }
  const { showMessageBox, showMessageBoxSync } = dialog
  Object.assign(dialog, {
    showMessageBox: async (...args: unknown[]) => ({ response: reply(...args) }),
    showMessageBoxSync: reply,
  })
  try {
    await run(asked)
  } finally {
    Object.assign(dialog, { showMessageBox, showMessageBoxSync })
  }
}

/** Starts the app again in this profile; resolves to its exit code. */
function startAgain({ again: [program, ...args] }: CheckNeeds, ...more: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program!, [...args, ...more], { stdio: 'ignore' })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? -1))
  })
}

const shownWindow: Probe = {
  name: 'window',
  async ask(needs) {
    const hasInbox = 'document.querySelector(\'a[href$="/app/inbox"]\') !== null'
    // It may still be between the sign-in page and the inbox.
    const isShown = () => inPage(needs, hasInbox).catch(() => false)
    await until('The inbox', isShown)
    return `${await inPage(needs, 'document.title')}`
  },
}

const isolation: Probe = {
  name: 'sandbox',
  async ask({ isSandboxed }) {
    claim(isSandboxed, 'The app was started without one')
    const pages = app.getAppMetrics().filter(({ type }) => type === 'Tab')
    if (pages.length === 0) throw new Skipped('No process of a page is known here')
    const isIn = ({ pid, sandboxed }: Electron.ProcessMetric) =>
      process.platform === 'linux'
        ? /^Seccomp:\s+2$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
        : sandboxed === true
    claim(pages.every(isIn), 'A page’s process has no sandbox')
    return `${pages.length} page processes`
  },
}

const sealed: Probe = {
  name: 'sealed',
  async ask({ keepsSecrets }) {
    if (!(await safeStorage.isAsyncEncryptionAvailable()))
      return keepsSecrets ? Promise.reject(new Error('Kept without a keyring')) : 'no keyring'
    const probe = await safeStorage.encryptStringAsync('probe')
    const tag = probe.subarray(0, 3).toString('latin1')
    const { result } = await safeStorage.decryptStringAsync(probe)
    claim(result === 'probe', 'What was sealed does not open')
    const isOpen = process.platform === 'linux' && tag === 'v10'
    claim(isOpen !== keepsSecrets, `Secrets are ${keepsSecrets ? '' : 'not '}kept with tag ${tag}`)
    return `tag ${JSON.stringify(tag)}, ${keepsSecrets ? 'kept' : 'refused'}`
  },
}

const server: Probe = {
  name: 'server',
  async ask(needs) {
    claim(await isHealthy(needs), 'It is not healthy')
    const where = app.getAppPath()
    claim(!app.isPackaged || where.endsWith('app.asar'), `It runs from ${where}`)
    claim(serverPid() !== undefined, 'It has no process of its own')
    return where
  },
}

const documentWorker: Probe = { name: 'document-worker', ask: (needs) => readText(needs.origin()!) }

const copyWorker: Probe = { name: 'copy-worker', ask: (needs) => createBackup(needs.origin()!) }

const memory: Probe = {
  name: 'memory',
  async ask(needs) {
    const before = serverPid()
    const said = await readTooLarge(needs.origin()!)
    claim(serverPid() === before && (await isHealthy(needs)), 'It took the server with it')
    return said
  },
}

const unsaved: Probe = {
  name: 'unsaved',
  async ask(needs) {
    const window = needs.window()!
    await inPage(
      needs,
      "void addEventListener('beforeunload', (window.parleyCheck = (event) => event.preventDefault()))",
    )
    try {
      await withAnswers(
        ({ cancelId }) => cancelId ?? 0,
        async (asked) => {
          window.close()
          await until('A question', () => asked.length > 0)
          await delay(500)
          claim(!window.isDestroyed() && asked.length === 1, `Asked: ${asked.join('; ')}`)
        },
      )
    } finally {
      // Otherwise the app could not quit.
      if (!window.isDestroyed())
        await inPage(needs, "void removeEventListener('beforeunload', window.parleyCheck)")
    }
    return 'asked once, and stayed'
  },
}

const refusedLink: Probe = {
  name: 'refused-link',
  async ask(needs) {
    const { openExternal } = shell
    let tried = 0
    const refuse = async () => {
      tried += 1
      throw new Error('PARLEY_CHECK: nothing opens this')
    }
    Object.assign(shell, { openExternal: refuse })
    try {
      await withAnswers(
        () => 0,
        async () => {
          await inPage(needs, "void window.open('https://example.com/')")
          await until('The link', () => tried > 0)
          // An unhandled rejection would end the app within one turn of its event loop.
          await delay(1000)
        },
      )
    } finally {
      Object.assign(shell, { openExternal })
    }
    return 'rejected, and the app goes on'
  },
}

const fault: Probe = {
  name: 'fault',
  async ask(needs) {
    const before = serverPid()
    needs.breakServer()
    await until('A new server', async () => ![before, undefined].includes(serverPid()))
    await until('Its answer', () => isHealthy(needs))
    const line = needs.serverLog().find((text) => text.includes('PARLEY_CHECK'))
    claim(line !== undefined, 'It came back, and server.log does not say why it went')
    return `${line}`.slice(0, 200)
  },
}

const secondStart: Probe = {
  name: 'second-start',
  async ask(needs) {
    const heard = new Promise((resolve) => app.once('second-instance', resolve))
    const code = await startAgain(needs)
    claim(code === 0, `It ended with ${code}`)
    await Promise.race([
      heard,
      delay(TIMEOUT_MS).then(() => Promise.reject(new Error('Not heard'))),
    ])
    return 'ended with 0, and was heard'
  },
}

const link: Probe = {
  name: 'link',
  async ask(needs) {
    await startAgain(needs, 'parley://settings/about')
    await until('The screen', async () => (await pathOf(needs)) === '/app/settings/about')
    await startAgain(needs, 'parley://send/everybody')
    await delay(1000)
    const place = await pathOf(needs)
    claim(place === '/app/settings/about', `A link that is on no list led to ${place}`)
    return 'one leads to its screen, one that is on no list nowhere'
  },
}

const systemLink: Probe = {
  name: 'system-link',
  async ask(needs) {
    if (!app.isPackaged) throw new Skipped('An app that runs from its source registers nothing')
    claim(app.isDefaultProtocolClient('parley'), 'Another program opens parley:// links')
    await shell.openExternal('parley://settings/profile')
    await until('The screen', async () => (await pathOf(needs)) === '/app/settings/profile')
    return 'the system leads it here'
  },
}

const cookie: Probe = {
  name: 'cookie',
  async ask(needs, before) {
    const now = await cookiesOf(needs)
    claim(before!.cookies !== '', 'The first start had none')
    claim(now === before!.cookies, now === '' ? 'It is gone' : 'It is another one')
    return 'the session of the first start'
  },
}

/** Probes of a first start, those that may end the app last. */
export const firstProbes: readonly Probe[] = [
  shownWindow,
  isolation,
  sealed,
  server,
  documentWorker,
  copyWorker,
  secondStart,
  link,
  systemLink,
  fault,
  memory,
  refusedLink,
  unsaved,
]

/** Probes of a second start in the same profile. */
export const secondProbes: readonly Probe[] = [cookie]
