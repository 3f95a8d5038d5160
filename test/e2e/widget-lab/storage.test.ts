import { expect } from 'vitest'
import { lab } from '../../support/lab.ts'
import { type Guest, guestOn } from '../../support/lab-guest.ts'
import { NETWORK } from '../../support/lab-ill.ts'

/** Window getters that throw, as when all cookies are blocked. */
const throwing = (...names: string[]) =>
  `<script>for (const name of ${JSON.stringify(names)})
    Object.defineProperty(window, name, { get() { throw new DOMException('Denied', 'SecurityError') } })</script>`

async function chatsThroughout(guest: Guest): Promise<void> {
  await guest.chats()
  await guest.opens()
  await guest.log.getByText(/free/i).first().waitFor()
  await guest.asks('Which licence does Parley have?', /MIT/)
}

lab('Storage that a page may not use', (row) => {
  for (const names of [
    ['localStorage'],
    ['sessionStorage'],
    ['indexedDB'],
    ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore'],
  ]) {
    row(`${names.join(', ')}: the getter throws`, async ({ visit, tag }) => {
      await chatsThroughout(await visit({ head: throwing(...names), tag: tag() }))
    })
  }

  for (const names of [['localStorage'], ['localStorage', 'sessionStorage', 'indexedDB']]) {
    row(
      `${names.join(', ')}: refused in one tab beside a normal one; neither takes over the other’s data`,
      async ({ visit, tag, site, front }) => {
        let isCut = false
        let first: string | undefined
        const { url } = await front((path, request) => {
          // The two tabs are told apart by their visitors.
          const { authorization } = request.headers
          first ??= authorization
          if (!isCut || !path.endsWith('/messages') || authorization !== first) return 'pass'
          request.socket.destroy()
          return 'done'
        })
        const normal = await visit({ tag: tag('', url) }, { noise: NETWORK })
        await normal.opens()
        await normal.asks()
        isCut = true
        await normal.page.keyboard.type('Which licence does Parley have?')
        await normal.page.keyboard.press('Enter')
        await normal.log.getByText('Which licence does Parley have?').waitFor()

        const refused = guestOn(await normal.context.newPage(), normal.context)
        await refused.page.goto(site.page({ head: throwing(...names), tag: tag('', url) }))
        await refused.opens()
        await refused.asks('What is Parley?', /Parley is/)
        await refused.asks()
        const cut = (guest: Guest) => guest.chat.getByText(/reconnecting/)
        expect(await refused.log.getByText('licence').count()).toBe(0)
        expect(await cut(refused).count()).toBe(0)

        await normal.page.bringToFront()
        isCut = false
        await normal.log.getByText(/MIT/).first().waitFor({ timeout: 30_000 })
        expect(await normal.log.getByText('What is Parley?').count()).toBe(0)
        expect(await cut(normal).count()).toBe(0)
        expect(refused.noise).toEqual([])
      },
    )
  }

  row('localStorage is full', async ({ visit, tag }) => {
    const head = `<script>Storage.prototype.setItem = () => { throw new DOMException('Full', 'QuotaExceededError') }</script>`
    await chatsThroughout(await visit({ head, tag: tag() }))
  })

  row(
    'indexedDB takes half a second: messages sent meanwhile are delivered',
    async ({ visit, tag }) => {
      const head = `<script>
      const later = (of, key) => {
        const own = Object.getOwnPropertyDescriptor(of, key)
        Object.defineProperty(of, key, { ...own, set(run) { own.set.call(this, run && ((event) => setTimeout(() => run.call(this, event), 500))) } })
      }
      later(IDBRequest.prototype, 'onsuccess')
      const { addEventListener } = EventTarget.prototype
      IDBRequest.prototype.addEventListener = function (type, run, options) {
        addEventListener.call(this, type, type === 'success' ? (event) => setTimeout(() => run.call(this, event), 500) : run, options)
      }</script>`
      const guest = await visit({ head, tag: tag() })
      await guest.launcher.click()
      await guest.hasFocus(guest.field)
      await guest.field.fill('What does Parley cost?')
      await guest.field.press('Enter')
      await guest.log.getByText('What does Parley cost?', { exact: true }).waitFor()
      await guest.log.getByText(/free/i).first().waitFor()
    },
  )

  row('indexedDB never answers', async ({ visit, tag }) => {
    const head = `<script>IDBFactory.prototype.open = () => ({ addEventListener() {} })</script>`
    await chatsThroughout(await visit({ head, tag: tag() }))
  })

  row('indexedDB refuses to open', async ({ visit, tag }) => {
    const head = `<script>IDBFactory.prototype.open = () => { throw new DOMException('Denied', 'SecurityError') }</script>`
    await chatsThroughout(await visit({ head, tag: tag() }))
  })

  row('locks are refused, as when cookies are blocked', async ({ visit, tag }) => {
    const head = `<script>LockManager.prototype.request = () => Promise.reject(new DOMException('Denied', 'SecurityError'))</script>`
    await chatsThroughout(await visit({ head, tag: tag() }))
  })

  row('our keys contain garbage', async ({ visit, tag, site }) => {
    // An invalid token is refused once.
    const guest = await visit({ tag: tag() }, { noise: /401/ })
    await guest.opens()
    await guest.asks()
    const keys = await guest.page.evaluate(() => {
      const found = Object.keys(localStorage)
      for (const key of found) localStorage.setItem(key, '{"token":5,"outbox":"x",')
      return found
    })
    expect(keys.length).toBeGreaterThan(0)
    await guest.page.goto(site.page({ tag: tag() }))
    await guest.opens()
    await guest.asks()
  })

  row('the page clears everything while the chat is open', async ({ visit, tag }) => {
    const guest = await visit({ tag: tag() })
    await guest.opens()
    await guest.asks()
    await guest.page.evaluate(async () => {
      localStorage.clear()
      sessionStorage.clear()
      for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name!)
    })
    await guest.asks('Which licence does Parley have?', /MIT/)
  })

  row('a private window: nothing of the last visit is there', async ({ visit, tag }) => {
    const url = { tag: tag() }
    const first = await visit(url)
    await first.opens()
    await first.asks()
    const second = await visit(url)
    await second.opens()
    expect(await second.log.getByText(/free/i).count()).toBe(0)
  })
})
