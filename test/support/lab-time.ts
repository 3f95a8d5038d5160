import type { Page } from 'playwright'

/** Step in which a page's time is moved, ms. */
const STEP_MS = 100

/**
 * Moves a page's own clock (`page.clock.install()`) by so much. What its timers ask for goes out before time goes on: a
 * request of the page that begins after them has been answered by then.
 */
export async function passTime(page: Page, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    await page.clock.runFor(STEP_MS)
    await page.evaluate(async () => void (await fetch(location.href)))
  }
}

/** Waits until a page has loaded and is idle, and has reported what it observed until then. */
export async function untilIdle(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate(async () => {
    for (let round = 0; round < 3; round += 1) {
      await new Promise(requestAnimationFrame)
      await new Promise((resolve) => requestIdleCallback(resolve))
    }
  })
}

/** Counts the requests of a page to an origin. */
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
