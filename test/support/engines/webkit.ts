import { type ChildProcess, spawn } from 'node:child_process'
import { freePort } from '../life.ts'
import { asJson, clickAt, type Driver, keysOf } from './driver.ts'
import { wordOf } from './word-of.ts'

/** Key of an HTTP response's payload in the WebDriver standard. */
interface Reply {
  readonly value: unknown
}

export interface WebKitFiles {
  readonly driver: string
  readonly browser: string
  /** A virtual display, since WebKitGTK has no headless mode. */
  readonly display: string
}

/** Starts WebKitGTK's MiniBrowser on its own display and drives it over WebDriver. */
export async function launchWebKit(files: WebKitFiles): Promise<Driver> {
  const running: ChildProcess[] = []
  const end = async () => {
    for (const child of running.splice(0).reverse()) {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode === null && child.kill('SIGTERM')) await exited
    }
  }
  try {
    const screen = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp']
    const display = spawn(files.display, screen, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
    running.push(display)
    const number = await wordOf(display.stdio[3] as NodeJS.ReadableStream as never, /(\d+)\n/)
    const port = await freePort()
    const driver = spawn(files.driver, [`--port=${port}`], {
      stdio: 'ignore',
      env: { ...process.env, DISPLAY: `:${number}`, LIBGL_ALWAYS_SOFTWARE: '1' },
    })
    running.push(driver)
    const base = `http://127.0.0.1:${port}`
    await untilReady(base)
    const { sessionId } = (await ask(`${base}/session`, {
      capabilities: {
        alwaysMatch: {
          'webkitgtk:browserOptions': { binary: files.browser, args: ['--automation'] },
        },
      },
    })) as { sessionId: string }
    const session = `${base}/session/${sessionId}`
    const act = (actions: object) => ask(`${session}/actions`, { actions })
    return {
      open: async (url) => void (await ask(`${session}/url`, { url })),
      reload: async () => void (await ask(`${session}/refresh`, {})),
      async evaluate(expression) {
        const script = `return ${asJson(expression)}`
        return JSON.parse((await ask(`${session}/execute/sync`, { script, args: [] })) as string)
      },
      click: async (x, y) => void (await act(clickAt(x, y))),
      type: async (text) => void (await act(keysOf(text))),
      async close() {
        await fetch(session, { method: 'DELETE' })
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

async function ask(url: string, body: object): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  const { value } = (await response.json()) as Reply
  if (!response.ok) throw new Error(`${url}: ${JSON.stringify(value)}`)
  return value
}

/** Waits until the driver listens. */
async function untilReady(base: string): Promise<void> {
  const end = performance.now() + 30_000
  for (;;) {
    const response = await fetch(`${base}/status`).catch(() => undefined)
    if (response?.ok) return
    if (performance.now() > end) throw new Error('WebKitWebDriver did not start')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
