import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright'
import type { Blow } from './plan.ts'

/** A separate browser whose tabs come back whenever something has happened to them. */
export type Profile = Awaited<ReturnType<typeof openProfile>>

interface ProfileOptions {
  readonly browser: Browser
  /** The page with the chats, and another one on the same website. */
  readonly address: string
  readonly elsewhere: string
  readonly tabs: number
  /** Switches the network off or on. */
  setNetwork?(network: 'online' | 'offline'): void
}

interface Tab {
  opening: Promise<Life> | undefined
}

interface Life {
  readonly page: Page
  isOver: boolean
  /** Rejects when it is over. */
  readonly over: Promise<never>
  end(): void
}

/** Timeout for a busy page's response, ms. */
const PATIENCE = 15_000

/** Opens a browser profile with its own storage, locks and channels. */
export async function openProfile(options: ProfileOptions) {
  const { browser, address, elsewhere, setNetwork = () => {} } = options
  const context = await browser.newContext({ locale: 'en-GB' })
  const tabs = Array.from({ length: options.tabs }, (): Tab => ({ opening: undefined }))
  const thrown: string[] = []
  let kills = 0
  let isOver = false

  async function open(): Promise<Life> {
    for (;;) {
      if (isOver) throw new Error('The browser is gone')
      const page = await context.newPage().catch(() => undefined)
      try {
        await page?.goto(address, { timeout: PATIENCE })
        if (page) return begin(page)
      } catch {
        page?.close().catch(() => {})
      }
      await sleep(200)
    }
  }

  function begin(page: Page): Life {
    const { promise: over, reject } = Promise.withResolvers<never>()
    over.catch(() => {})
    const life = {
      page,
      over,
      isOver: false,
      end() {
        life.isOver = true
        reject(new Error('The page is gone'))
      },
    }
    page.on('pageerror', (error) => thrown.push(String(error)))
    page.on('crash', life.end)
    page.on('close', life.end)
    return life
  }

  /** The page of a tab, reopened when it has gone. */
  async function at(index: number): Promise<Life> {
    const tab = tabs[index]!
    for (;;) {
      tab.opening ??= open()
      const life = await tab.opening
      if (!life.isOver) return life
      // Another waiter may have been faster.
      if ((await tab.opening) === life) tab.opening = undefined
    }
  }

  /** Queries the page of a tab; throws when it dies meanwhile. */
  async function ask<result, argument>(
    index: number,
    question: (argument: argument) => Promise<result>,
    argument: argument,
  ): Promise<result> {
    const { page, over } = await at(index)
    const answer = page.evaluate<result, argument>(question as never, argument as never)
    answer.catch(() => {})
    return Promise.race([answer, over])
  }

  async function strike(life: Life, blow: Blow, lasts: number): Promise<void> {
    const { page } = life
    if (blow === 'freeze') return freeze(page, lasts * 3)
    kills += 1
    if (blow === 'reload') await page.reload({ timeout: PATIENCE })
    else if (blow === 'away') {
      await page.goto(elsewhere, { timeout: PATIENCE })
      await sleep(lasts)
      await page.goBack({ timeout: PATIENCE })
    } else {
      if (blow === 'crash') await crash(page)
      life.end()
      page.close().catch(() => {})
      await sleep(lasts)
    }
  }

  async function crash(page: Page): Promise<void> {
    const session = await context.newCDPSession(page)
    const crashed = new Promise((resolve) => page.once('crash', resolve))
    session.send('Page.crash').catch(() => {})
    await Promise.race([crashed, sleep(3000)])
  }

  /** Freezes a page as on a locked phone, by blocking its thread. */
  function freeze(page: Page, ms: number): Promise<void> {
    return page.evaluate((wait) => {
      const request = new XMLHttpRequest()
      request.open('GET', `/wait?${wait}`, false)
      request.send()
    }, ms)
  }

  /** Switches the network off for all tabs for a while; the browser notifies those that can receive it. */
  async function goOffline(ms: number): Promise<void> {
    setNetwork('offline')
    tellAll('offline')
    await sleep(ms)
    setNetwork('online')
    tellAll('online')
  }

  function tellAll(network: 'online' | 'offline'): void {
    for (const index of tabs.keys()) {
      ask(index, async (word) => window.chats.tell(word), network).catch(() => {})
    }
  }

  return {
    ask,
    goOffline,
    /** Dispatches the browser's online or offline event in all tabs. */
    tellAll,
    /** Applies a fault to a tab, and waits until it is back. */
    async strike(blow: Blow, index: number, lasts: number): Promise<void> {
      if (blow === 'offline') return goOffline(lasts)
      const life = await at(index)
      await strike(life, blow, lasts).catch(() => {
        life.end()
        life.page.close().catch(() => {})
      })
      await at(index)
    },
    /** Tabs that were killed, by whatever means. */
    kills: () => kills,
    /** Errors thrown by the pages' scripts. */
    thrown,
    tabs: tabs.map((_, index) => index),
    async close(): Promise<void> {
      isOver = true
      await context.close()
    },
  }
}
