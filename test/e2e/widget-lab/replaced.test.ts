import { randomUUID } from 'node:crypto'
import { json } from 'node:stream/consumers'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { listConversations, replyToConversation } from '#contracts/conversations.ts'
import { visitPage } from '#contracts/widget.ts'
import { type Bench, lab } from '../../support/lab.ts'
import type { Guest } from '../../support/lab-guest.ts'
import type { SitePage } from '../../support/lab-site.ts'

/** Runs an action on the page with the launcher present, then with the chat open; exactly one chat must remain. */
async function survives(guest: Guest, action: (page: Page) => Promise<unknown>): Promise<void> {
  const { page, launcher, field, log } = guest
  await launcher.waitFor()
  await action(page)
  await launcher.waitFor()
  expect(await guest.launchers()).toBe(1)
  await guest.opens()
  await guest.asks()
  await field.fill('A thought that')
  await action(page)
  await log.getByText(/free/i).first().waitFor()
  await expect.poll(() => field.inputValue()).toBe('A thought that')
  expect(await guest.launchers()).toBe(1)
  await field.fill('')
  await guest.asks('Which licence does Parley have?', /MIT/)
  await guest.closes()
}

/** Reports whether a browser shows a page again as it was left, after it was used. */
async function isKept(
  { visit, site }: Bench,
  target: SitePage,
  use: (guest: Guest) => Promise<unknown>,
): Promise<boolean> {
  const guest = await visit(target)
  const { page } = guest
  await use(guest)
  const url = page.url()
  await page.evaluate(() => Object.assign(window, { isOld: true }))
  await page.goto(site.page({ body: '<p>Elsewhere</p>' }))
  // The page is gone before an answer to this could come.
  await page.evaluate(() => void setTimeout(() => history.back()))
  await expect.poll(() => page.evaluate(() => location.href)).toBe(url)
  return page.evaluate(() => 'isOld' in window)
}

/** Chromium's reasons for not keeping a page in the back/forward cache, after it was used. */
async function reasonsAgainst(
  { visit, site }: Bench,
  target: SitePage,
  use: (guest: Guest) => Promise<unknown>,
): Promise<string[]> {
  const guest = await visit(target)
  const { page, context } = guest
  const devtools = await context.newCDPSession(page)
  await devtools.send('Page.enable')
  const found: string[] = []
  devtools.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
    found.push(...notRestoredExplanations.map(({ reason }) => reason))
  })
  await use(guest)
  await page.goto(site.page({ body: '<p>Elsewhere</p>' }))
  await page.goBack()
  // The response to the last question arrives after everything queued before it.
  await devtools.send('Page.getNavigationHistory')
  return found.sort()
}

async function usesChat(guest: Guest): Promise<void> {
  await guest.opens()
  await guest.asks()
}

/** Reports whether a browser keeps a page that ends its stream as soon as it is told that it is left. */
function keepsStream(bench: Bench): Promise<boolean> {
  const url = bench.site.at('/stream', (_req, res) => res.writeHead(200).write('data'))
  const body = `<script>
    const left = new AbortController()
    addEventListener('pagehide', () => left.abort())
    fetch('${url}', { signal: left.signal }).then(async ({ body }) => {
      await body.getReader().read()
      document.title = 'Streaming'
    })
  </script>`
  return isKept(bench, { body }, ({ page }) =>
    page.waitForFunction(() => document.title === 'Streaming'),
  )
}

const NO_NAVIGATION = `<script>Object.defineProperty(window, 'navigation', { value: undefined })</script>`

lab(
  'A page that is replaced',
  (row) => {
    row('its body, by another body', async ({ visit, tag }) => {
      const guest = await visit({ tag: tag() })
      await survives(guest, (page) =>
        page.evaluate(() => {
          const body = document.createElement('body')
          body.innerHTML = '<h1>Another page</h1>'
          document.body.replaceWith(body)
        }),
      )
    })

    row('its body’s content, as a string', async ({ visit, tag }) => {
      const guest = await visit({ tag: tag() })
      await survives(guest, (page) =>
        page.evaluate(() => {
          document.body.innerHTML = `<div id="app"><h1>${Math.random()}</h1></div>`
        }),
      )
    })

    row('head and body, as Turbo does, with the tag in the new body', async ({ visit, tag }) => {
      const guest = await visit({ tag: tag() })
      await survives(guest, (page) =>
        page.evaluate((script) => {
          const next = new DOMParser().parseFromString(`<h1>Next</h1>${script}`, 'text/html')
          // Scripts from DOMParser do not run; a visit recreates them.
          for (const old of next.querySelectorAll('script')) {
            const fresh = document.createElement('script')
            for (const { name, value } of old.attributes) fresh.setAttribute(name, value)
            old.replaceWith(fresh)
          }
          document.head.replaceChildren(...next.head.children)
          document.documentElement.replaceChild(document.adoptNode(next.body), document.body)
        }, tag()),
      )
    })

    row('everything below the document element', async ({ visit, tag }) => {
      const guest = await visit({ tag: tag() })
      await survives(guest, (page) =>
        page.evaluate(() => {
          const [head, body] = [document.createElement('head'), document.createElement('body')]
          body.textContent = 'Morphed'
          document.documentElement.replaceChildren(head, body)
        }),
      )
    })

    row('by document.write, without the tag and with it', async ({ visit, tag }) => {
      const guest = await visit({ tag: tag() })
      await guest.chats()
      for (const written of ['', tag()]) {
        // In a task of the page, as its own scripts are.
        await guest.page.evaluate(
          (html) =>
            new Promise<void>((resolve) => {
              setTimeout(() => {
                document.open()
                document.write(`<!doctype html><h1>Written</h1>${html}`)
                document.close()
                resolve()
              })
            }),
          written,
        )
        await guest.launcher.waitFor()
        await guest.opens()
        await guest.log.getByText(/free/i).first().waitFor()
        await guest.asks('Which licence does Parley have?', /MIT/)
        expect(await guest.launchers()).toBe(1)
        await guest.closes()
      }
    })

    row('the document element itself', async ({ visit, tag }) => {
      const guest = await visit({ tag: tag() })
      await survives(guest, (page) =>
        page.evaluate(() => {
          const html = document.createElement('html')
          html.lang = 'en'
          html.append(document.createElement('head'), document.createElement('body'))
          document.documentElement.replaceWith(html)
        }),
      )
    })

    row(
      'by repeated morphs that remove what the new page does not have',
      async ({ visit, tag }) => {
        const guest = await visit({ tag: tag() })
        await survives(guest, (page) =>
          page.evaluate(async () => {
            for (let round = 0; round < 5; round += 1) {
              for (const child of [...document.documentElement.children]) {
                if (!/^(head|body)$/.test(child.localName)) child.remove()
              }
              await new Promise(requestAnimationFrame)
            }
          }),
        )
      },
    )

    for (const [browser, head] of [
      ['a current browser', ''],
      ['a browser without the Navigation API', NO_NAVIGATION],
    ] as const) {
      row(
        `by a single-page app in ${browser}: the desk is told the current page`,
        async ({ visit, tag, front }) => {
          const told: string[] = []
          const { url } = await front((path, request) => {
            if (path.endsWith(visitPage.path) && request.method === 'POST')
              void json(request).then((body) =>
                told.push(new URL((body as { page_url: string }).page_url).pathname),
              )
            return 'pass'
          })
          const guest = await visit({ head, tag: tag('', url) })
          const { page } = guest
          await guest.opens()
          await guest.asks()
          for (const path of ['/cakes', '/rolls']) {
            await page.evaluate((to) => {
              history.pushState({}, '', to)
              document.title = to
            }, path)
            await expect.poll(() => told, { timeout: 4000 }).toContain(path)
          }
          await page.evaluate(() => history.replaceState({}, '', '/rolls?size=2'))
          await page.evaluate(() => void (location.hash = '#prices'))
          await page.evaluate(() => history.back())
          await guest.log.getByText(/free/i).first().waitFor()
          expect(await guest.launchers()).toBe(1)
          await guest.closes()
        },
      )
    }

    row('in a view transition: the chat stays usable', async ({ visit, tag, skipUnless }) => {
      const guest = await visit({ tag: tag() })
      skipUnless(
        await guest.page.evaluate(() => 'startViewTransition' in document),
        'it has no view transitions',
      )
      await survives(guest, (page) =>
        page.evaluate(async () => {
          const transition = document.startViewTransition(() => {
            document.body.innerHTML = '<h1>Next</h1>'
          })
          await transition.finished
        }),
      )
    })

    row(
      'by another page of the site, and back: the conversation is there',
      async ({ visit, site, tag }) => {
        const guest = await visit({ tag: tag() })
        const { page } = guest
        await guest.opens()
        await guest.asks()
        await page.goto(site.page({ tag: tag() }))
        await guest.opens()
        await guest.log.getByText(/free/i).first().waitFor()
        await page.goBack()
        await guest.launcher.waitFor()
        if (!(await guest.chat.isVisible())) await guest.opens()
        await guest.log.getByText(/free/i).first().waitFor()
        await guest.asks('Which licence does Parley have?', /MIT/)
      },
    )

    for (const [when, use] of [
      ['while the chat is closed', ({ launcher }: Guest) => launcher.waitFor()],
      ['once the chat is used', usesChat],
    ] as const) {
      row(`remains eligible for the back/forward cache ${when}`, async (bench) => {
        const { tag, note, engine, skipUnless } = bench
        if (engine === 'Chromium') {
          const plain = await reasonsAgainst(bench, {}, ({ page }) => page.click('h1'))
          expect(await reasonsAgainst(bench, { tag: tag() }, use)).toEqual(plain)
          note('reasons against it beside those of an empty page', '0')
          return
        }
        const plain = await isKept(bench, {}, async () => {})
        skipUnless(plain, 'driven by WebDriver, it keeps no page that is left')
        if (use === usesChat) {
          const because = 'it decides whether to keep a page before the page can end its stream'
          skipUnless(await keepsStream(bench), because)
        }
        expect(await isKept(bench, { tag: tag() }, use)).toBe(true)
      })
    }

    row(
      'frozen in the background, as on a locked phone: messages received meanwhile are there',
      async (bench) => {
        const { visit, tag, call } = bench
        const guest = await visit({ tag: tag() })
        await guest.opens()
        await guest.asks()
        const devtools = await guest.context.newCDPSession(guest.page)
        await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
        const { data } = await call(listConversations)
        const body = { client_id: randomUUID(), content: 'Said while you were away' }
        await call(replyToConversation, { params: { uuid: data[0]!.id }, body })
        await devtools.send('Page.setWebLifecycleState', { state: 'active' })
        await guest.log.getByText('Said while you were away').waitFor()
        await expect.poll(() => guest.log.getByText('Said while you were away').count()).toBe(1)
      },
      { only: 'Chromium', because: 'only Chromium freezes a page on request' },
    )
  },
  () => ({ ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
)
