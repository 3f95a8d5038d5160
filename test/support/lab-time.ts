import type { Page } from 'playwright'

/** Step by which a page's time is advanced, ms. */
const STEP_MS = 100

/** Pages whose clock the test advances. */
const stopped = new WeakSet<Page>()

/** Gives a page a clock of its own before it is opened; in WebKitGTK, which has no init scripts, time is real. */
export async function stopTime(page: Page): Promise<void> {
  if (page.context().browser()!.version().startsWith('WebKitGTK')) return
  await page.clock.install()
  stopped.add(page)
}

/**
 * Advances a page's own clock (`stopTime`) by this much, including the time that passes by itself meanwhile, which is a
 * lot on a busy machine. Requests made by its timers are sent before time goes on, because each step waits for the
 * response to a later request of the page.
 */
export async function passTime(page: Page, ms: number): Promise<void> {
  if (!stopped.has(page))
    return page.evaluate((time) => new Promise((resolve) => setTimeout(resolve, time)), ms)
  const now = () => page.evaluate(() => Date.now())
  const end = (await now()) + ms
  while ((await now()) < end) {
    await page.clock.runFor(STEP_MS)
    await page.evaluate(async () => void (await fetch(location.href)))
  }
}

/** Waits until a page has loaded, is idle, and has delivered its pending observer entries. */
export async function untilIdle(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate(async () => {
    for (let round = 0; round < 3; round += 1) {
      await new Promise(requestAnimationFrame)
      await new Promise((resolve) => requestIdleCallback(resolve))
    }
  })
}

/** Counts a page's requests to an origin. */
export function countRequests(page: Page, origin: string) {
  const count = { begun: 0, open: 0 }
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) return
    count.begun += 1
    count.open += 1
    request
      .response()
      .finally(() => (count.open -= 1))
      .catch(() => {})
  })
  return count
}
