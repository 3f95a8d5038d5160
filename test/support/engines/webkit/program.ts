import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type WebSocket, WebSocketServer } from 'ws'
import type { System } from '../all.ts'
import { announce } from '../announce.ts'
import { wordOf } from '../word-of.ts'
import { browserOf } from './browser.ts'
import { startSession } from './session.ts'

/*
 * WebKitGTK as Playwright expects a browser: a program that speaks WebDriver BiDi, of which it knows what Playwright's
 * pages need. It has no init scripts, no network events and no console, since WebDriver has none.
 */

const [system = '{}', driver, browser, screen] = process.argv.slice(2)
const { colorScheme, reducedMotion, language = 'en_GB' }: System = JSON.parse(system)
const flags = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
const display = spawn(screen!, flags, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
const number = await wordOf(display.stdio[3] as NodeJS.ReadableStream as never, /(\d+)\n/)
const settings = mkdtempSync(path.join(tmpdir(), 'parley-webkit-'))
mkdirSync(path.join(settings, 'gtk-3.0'))
writeFileSync(
  path.join(settings, 'gtk-3.0/settings.ini'),
  `[Settings]\ngtk-enable-animations=${reducedMotion === 'reduce' ? 0 : 1}\n`,
)
const env = { DISPLAY: `:${number}`, XDG_CONFIG_HOME: settings, LANGUAGE: language }
const dark = colorScheme === 'dark' ? ['--dark-mode'] : []
const start = (options: readonly string[]) =>
  startSession(driver!, { binary: browser!, args: ['--automation', ...dark, ...options] }, env)

const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
server.once('connection', (client) => void serve(client))
announce(server)

async function serve(client: WebSocket): Promise<void> {
  const emit = (method: string, params: object) =>
    client.send(JSON.stringify({ type: 'event', method, params }))
  const webkit = browserOf(start, emit)
  const end = async () => {
    await webkit.end()
    display.kill()
    rmSync(settings, { recursive: true, force: true })
    process.exit()
  }
  client.on('close', () => void end())
  client.on('message', async (data) => {
    const { id, method, params } = JSON.parse(String(data))
    const reply = (message: object) => client.send(JSON.stringify({ id, ...message }))
    try {
      reply({ type: 'success', result: (await webkit.handle(method, params)) ?? {} })
    } catch (error) {
      reply({ type: 'error', error: 'unknown error', message: String(error) })
    }
    if (method === 'browser.close') await end()
  })
}
