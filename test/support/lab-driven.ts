import type { TestContext } from 'vitest'
import type { Driver } from './engines/driver.ts'
import { visitorIn } from './engines/visitor-in.ts'
import type { Bench, Visit } from './lab.ts'
import type { Guest } from './lab-guest.ts'
import type { Site } from './lab-site.ts'

/** Clears all traces of earlier visitors of the website, as in a new browser. */
const FORGET = `(() => {
  localStorage.clear()
  sessionStorage.clear()
  indexedDB.databases().then((all) => all.forEach(({ name }) => indexedDB.deleteDatabase(name)))
})()`

/** Checks the page's built-ins that the driver itself needs, since its scripts have no realm of their own. */
const INTACT = '[[1], /native code/.test(Promise)]'

/**
 * The lab's `visit` in an engine without Playwright. Its guest has only mouse, keyboard and page: a row that
 * asks for anything else is skipped as not run. Console messages are not recorded there.
 */
export function drivenVisit(browser: Driver, site: Site, context: TestContext): Bench['visit'] {
  return async (target, { context: person, before }: Visit = {}) => {
    if (person || before) context.skip()
    await browser.open(site.page({}))
    await browser.evaluate(FORGET)
    await browser.open(typeof target === 'string' ? target : site.page(target))
    const isIntact = await browser.evaluate(INTACT).catch(() => undefined)
    if (JSON.stringify(isIntact) !== '[[1],true]') context.skip()
    const { opens, asks, closes, launchers, says, hasFocus } = visitorIn(browser)
    const guest = {
      opens,
      asks,
      launchers,
      async closes() {
        await closes()
        await hasFocus('button')
      },
      async chats() {
        await opens()
        await asks()
        await guest.closes()
      },
      launcher: only(context, { waitFor: () => visitorIn(browser).isThere() }),
      log: only(context, {
        getByText: (words: string | RegExp) =>
          only(context, {
            first: () => only(context, { waitFor: () => says(words) }),
            waitFor: () => says(words),
          }),
      }),
      page: only(context, { waitForLoadState: async () => {} }),
    }
    return only(context, guest) as unknown as Guest
  }
}

/** An object that skips the row when an unavailable member is used. */
function only<parts extends object>(context: TestContext, parts: parts): parts {
  return new Proxy(parts, {
    get(own, name) {
      // `await` checks everything for being a promise.
      if (name === 'then') return undefined
      return name in own ? own[name as keyof parts] : context.skip()
    },
  })
}
