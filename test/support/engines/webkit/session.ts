import { type ChildProcess, spawn } from 'node:child_process'
import { freePort } from '../../life.ts'

/** Maximum wait for WebKitWebDriver to listen, ms. */
const PATIENCE_MS = 30_000

/** A running WebKitGTK with storage of its own, driven over WebDriver by one command at a time. */
export type Session = Awaited<ReturnType<typeof startSession>>

/** Starts a browser by a WebKitWebDriver of its own, since each has a single session. */
export async function startSession(
  driver: string,
  options: { readonly binary: string; readonly args: readonly string[] },
  env: Readonly<Record<string, string>>,
) {
  const port = await freePort()
  const child = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, ...env, LIBGL_ALWAYS_SOFTWARE: '1' },
  })
  const base = `http://127.0.0.1:${port}`
  await untilReady(base, child)
  const capabilities = {
    alwaysMatch: { pageLoadStrategy: 'none', 'webkitgtk:browserOptions': options },
  }
  const created = (await ask('POST', `${base}/session`, { capabilities })) as Created
  const address = `${base}/session/${created.sessionId}`
  /** Commands wait for those before them, since each may enter another window or frame. */
  let last: Promise<unknown> = Promise.resolve()
  let place: string | undefined
  return {
    version: created.capabilities.browserVersion,
    command: (method: string, path: string, body?: object): Promise<unknown> =>
      ask(method, address + path, body),
    /** Runs several commands without any other between them. */
    alone<value>(run: () => Promise<value>): Promise<value> {
      const turn = last.then(run, run)
      last = turn.catch(() => {})
      return turn
    },
    /** Enters a window or frame, unless the last command was sent there. */
    async enter(id: string, go: () => Promise<unknown>): Promise<void> {
      if (place === id) return
      place = undefined
      await go()
      place = id
    },
    /** Makes the next command enter its window or frame in any case. */
    leave(): void {
      place = undefined
    },
    end(): void {
      child.kill('SIGTERM')
    },
  }
}

interface Created {
  readonly sessionId: string
  readonly capabilities: { readonly browserVersion: string }
}

/** Longest wait for the response to a command, ms. WebKitGTK loses some that arrive while one document replaces another. */
const RESPONSE_MS = 20_000

/** Sends a command; resolves to the value of its response. */
async function ask(method: string, url: string, body?: object): Promise<unknown> {
  const init = body || method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}
  const response = await fetch(url, { method, ...init, signal: AbortSignal.timeout(RESPONSE_MS) })
  const { value } = (await response.json()) as {
    value: { error: string; message: string } | undefined
  }
  if (!response.ok) throw new Error(`${url}: ${value?.error}: ${value?.message}`)
  return value
}

async function untilReady(base: string, child: ChildProcess): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const response = await fetch(`${base}/status`).catch(() => undefined)
    if (response?.ok) return
    if (child.exitCode !== null || performance.now() > end)
      throw new Error('WebKitWebDriver did not start')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
