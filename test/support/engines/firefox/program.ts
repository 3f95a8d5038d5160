import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { WebSocket, WebSocketServer } from 'ws'
import type { System } from '../all.ts'
import { announce } from '../announce.ts'
import { wordOf } from '../word-of.ts'

/*
 * Debian's Firefox as Playwright expects it: a program that starts the browser and speaks WebDriver BiDi. It
 * confirms the commands that this Firefox does not know, which only emulate what no row relies on.
 */

/** Commands that an older Firefox may refuse. */
const OPTIONAL =
  /^(emulation\.|network\.(addDataCollector|addIntercept)|browser\.setDownloadBehavior)/

/** The preferences of a visitor whose system has these settings. */
const preferencesOf = ({ colorScheme, reducedMotion, forcedColors }: System) => ({
  // A person's proxy is asked for this machine's pages too, which stay as trustworthy as they are.
  'network.proxy.allow_hijacking_localhost': true,
  'network.proxy.testing_localhost_is_secure_when_hijacked': true,
  // A frame of another site shares the process of its page, without which a driver's keys do not reach it.
  'fission.autostart': false,
  'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
  'ui.prefersReducedMotion': reducedMotion === 'reduce' ? 1 : 0,
  'browser.display.document_color_use': forcedColors === 'active' ? 2 : 0,
})

const [system = '{}', file] = process.argv.slice(2)
const profile = mkdtempSync(path.join(tmpdir(), 'parley-firefox-'))
writeFileSync(
  path.join(profile, 'user.js'),
  Object.entries(preferencesOf(JSON.parse(system)))
    .map(([name, value]) => `user_pref("${name}", ${value});\n`)
    .join(''),
)
const flags = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
const browser = spawn(file!, flags, { stdio: ['ignore', 'ignore', 'pipe'] })
browser.once('exit', (code) => {
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  process.exit(code ?? 1)
})
const address = await wordOf(browser.stderr, /listening on (ws:\S+)/)
const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
server.on('connection', (client) => {
  const firefox = new WebSocket(`${address}/session`)
  const opened = new Promise((resolve) => firefox.once('open', resolve))
  const optional = new Set<number>()
  client.on('message', async (data) => {
    const { id, method } = JSON.parse(String(data))
    if (OPTIONAL.test(method)) optional.add(id)
    await opened
    firefox.send(String(data))
  })
  firefox.on('message', (data) => {
    const { id, type } = JSON.parse(String(data))
    const isRefused = type === 'error' && optional.delete(id)
    client.send(isRefused ? JSON.stringify({ id, type: 'success', result: {} }) : String(data))
  })
  client.on('close', () => browser.kill())
  firefox.on('close', () => client.close())
})
announce(server)
