import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { type Browser, chromium, type Page } from 'playwright'
import { listAssistants, updateAssistant } from '#contracts/assistants.ts'
import { createClient } from '#contracts/client.ts'
import { disableAi, listConversations, replyToConversation } from '#contracts/conversations.ts'
import { createSignInLink } from '#contracts/sessions.ts'
import { readRunning } from '../server/db/lock.ts'
import { findBrowser } from './find-browser.ts'
import { addressOf, SCREENS } from './screens/list.ts'
import { WIDGET_STATES, type WidgetState } from './screens/widget.ts'

/*
 * `npm run screens`: screenshots of every screen of a demo workspace and every state of the chat, light and dark, for
 * the docs. With an argument, only those whose name contains it.
 */

const root = path.join(import.meta.dirname, '..')
const folder = path.join(root, 'docs', 'screens')
const KEY = '1|key-of-the-screenshots'
const wanted = process.argv[2] ?? ''

const dataDir = mkdtempSync(path.join(tmpdir(), 'parley-screens-'))
mkdirSync(folder, { recursive: true })
const { url, child } = await startDemo()
const { executablePath, env } = await findBrowser()
const browser = await chromium.launch({
  executablePath,
  env: { ...(process.env as Record<string, string>), ...env },
})
try {
  for (const scheme of ['light', 'dark'] as const) {
    await picture(browser, scheme)
    for (const state of WIDGET_STATES) {
      if (`widget-${state.name}`.includes(wanted)) await pictureWidget(browser, scheme, state)
    }
  }
} finally {
  await browser.close()
  child.kill('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
}

/** Starts the built server on a new demo workspace. */
async function startDemo(): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [path.join(root, 'dist', 'server', 'main.js')], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      PARLEY_DATA_DIR: dataDir,
      PARLEY_PORT: '0',
      PARLEY_API_KEY: KEY,
      PARLEY_DEMO: '1',
      PARLEY_LIMITS_SCALE: '1000',
      PARLEY_LOG: 'json',
    },
  })
  for await (const line of createInterface(child.stdout)) {
    return { url: (JSON.parse(line) as { url: string }).url, child }
  }
  throw new Error('The server left before it was ready')
}

async function picture(browser: Browser, scheme: 'light' | 'dark'): Promise<void> {
  const context = await browser.newContext({
    colorScheme: scheme,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  const { control } = readRunning(dataDir)!
  const link = await createClient({ origin: url })(createSignInLink, { body: { control } })
  await page.goto(link.url)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.locator('nav').first().waitFor()
  for (const screen of SCREENS) {
    if (!screen.name.includes(wanted)) continue
    await page.goto(url + (await addressOf(screen, url, KEY)))
    await page.locator('h1').first().waitFor()
    await screen.prepare?.(page)
    // Lists, charts and the thread render after fetching; an open stream means that the network never becomes idle.
    await page.waitForTimeout(1500)
    await keep(page, `${screen.name}-${scheme}`)
  }
  await context.close()
}

/** Takes a screenshot of the chat on the demo page. */
async function pictureWidget(
  browser: Browser,
  scheme: 'light' | 'dark',
  { name, settings = {}, greeting = 'Hello! How can I help?', isPhone, prepare }: WidgetState,
): Promise<void> {
  const api = createClient({ origin: url, headers: { authorization: `Bearer ${KEY}` } })
  const { data } = await api(listAssistants, { query: { per_page: 100 } })
  const assistant = data.find(({ status }) => status === 'active')
  await api(updateAssistant, {
    params: { id: assistant!.id },
    body: { widget_settings: settings as never, initial_message: greeting },
  })
  const context = await browser.newContext({
    colorScheme: scheme,
    locale: isPhone ? 'ar' : 'en-GB',
    reducedMotion: 'reduce',
    viewport: isPhone ? { width: 390, height: 760 } : { width: 560, height: 760 },
  })
  const page = await context.newPage()
  await page.addInitScript(
    (language) => {
      addEventListener('DOMContentLoaded', () => {
        document.documentElement.lang = language
      })
    },
    isPhone ? 'ar' : 'en-GB',
  )
  await page.goto(`${url}/demo`)
  await page.locator('parley-chat button').last().click()
  await page.locator('parley-chat .log').waitFor()
  const conversation = async () =>
    (await api(listConversations, { query: { per_page: 1 } })).data[0]!.id
  await prepare?.(page, {
    takeOver: async () => api(disableAi, { params: { uuid: await conversation() } }),
    say: async (content) =>
      api(replyToConversation, {
        params: { uuid: await conversation() },
        body: { client_id: randomUUID(), content },
      }),
  })
  await page.waitForTimeout(1500)
  await keep(page, `widget-${name}-${scheme}`)
  await context.close()
}

/** Saves as WebP, a fifth of a PNG's size; only Chromium's own protocol supports it. */
async function keep(page: Page, name: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
  writeFileSync(path.join(folder, `${name}.webp`), Buffer.from(data, 'base64'))
  await devtools.detach()
  console.log(name)
}
