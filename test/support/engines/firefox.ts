import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { WebSocket } from 'ws'
import { asJson, clickAt, type Driver, keysOf } from './driver.ts'
import { wordOf } from './word-of.ts'

/** Starts a headless Firefox with its own profile and drives it over WebDriver BiDi, which it supports natively. */
export async function launchFirefox(file: string): Promise<Driver> {
  const profile = mkdtempSync(path.join(tmpdir(), 'parley-firefox-'))
  const flags = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const browser = spawn(file, flags, { stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = new Promise((resolve) => browser.once('exit', resolve))
  const end = async () => {
    browser.kill('SIGKILL')
    await exited
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const address = await wordOf(browser.stderr, /listening on (ws:\S+)/)
    const { send, close } = await connect(`${address}/session`)
    await send('session.new', { capabilities: {} })
    const { contexts } = await send<{ contexts: { context: string }[] }>(
      'browsingContext.getTree',
      {},
    )
    const { context } = contexts[0]!
    const act = (actions: object) => send('input.performActions', { context, actions })
    return {
      open: async (url) => {
        await send('browsingContext.navigate', { context, url, wait: 'complete' })
      },
      reload: async () => {
        await send('browsingContext.reload', { context, wait: 'complete' })
      },
      async evaluate(expression) {
        const { result } = await send<{ result: { value: string } }>('script.evaluate', {
          expression: asJson(expression),
          target: { context },
          awaitPromise: false,
        })
        return JSON.parse(result.value)
      },
      click: async (x, y) => void (await act(clickAt(x, y))),
      type: async (text) => void (await act(keysOf(text))),
      async close() {
        close()
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

/** Opens a connection of commands and their responses. */
async function connect(address: string) {
  const socket = new WebSocket(address)
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.on('message', (data) => {
    const { id, type, result, message } = JSON.parse(String(data))
    const command = waiting.get(id)
    waiting.delete(id)
    if (type === 'error') command?.reject(new Error(message))
    else command?.resolve(result)
  })
  return {
    send<reply = unknown>(method: string, params: object): Promise<reply> {
      last += 1
      const command = Promise.withResolvers<unknown>()
      waiting.set(last, command)
      socket.send(JSON.stringify({ id: last, method, params }))
      return command.promise as Promise<reply>
    },
    close: () => socket.terminate(),
  }
}
