import type { Locator } from 'playwright'
import { expect } from 'vitest'
import { atRest } from '../../support/axe.ts'
import { checkedLab, SHOP } from '../../support/lab.ts'

/** The direction in which a part runs. */
const directionOf = (part: Locator) =>
  part.evaluate((element) => getComputedStyle(element).direction)

checkedLab(
  'What a document is',
  (row) => {
    row(
      'the snippet pasted twice',
      async ({ visit, tag }) => {
        const guest = await visit({ head: tag(), tag: tag() })
        await guest.chats()
        expect(await guest.launchers()).toBe(1)
      },
      { found: ['tag_twice'] },
    )

    row(
      'the snippet pasted twice, from two addresses',
      async ({ visit, tag, copyTag }) => {
        const guest = await visit({ head: tag(), tag: copyTag() })
        await guest.chats()
        expect(await guest.launchers()).toBe(1)
      },
      { found: ['tag_twice'] },
    )

    row(
      'the element twice, plus the snippet',
      async ({ visit, tag, assistant }) => {
        const element = `<parley-chat assistant="${assistant}"></parley-chat>`
        const guest = await visit({ head: tag(), body: element, tag: element })
        await guest.page.waitForLoadState('load')
        await guest.launcher.waitFor()
        expect(await guest.launchers()).toBe(1)
        await guest.opens()
        await guest.asks()
      },
      { found: ['tag_twice'] },
    )

    row(
      'two assistants on one page',
      async ({ visit, tag, assistant, second }) => {
        const other = tag('data-position="left"').replace(
          /data-assistant="[^"]*"/,
          `data-assistant="${second}"`,
        )
        const guest = await visit({ tag: tag() + other })
        await expect.poll(guest.launchers).toBe(2)
        const places = []
        for (const id of [assistant, second]) {
          const host = guest.page.locator(`parley-chat[assistant="${id}"]`)
          const chat = host.getByRole('dialog')
          places.push(await host.locator('[aria-expanded]').first().boundingBox())
          await host.locator('[aria-expanded]').first().click()
          await chat.getByRole('textbox').last().waitFor()
          await host
            .getByRole('dialog', { name: id === second ? /Bakery/ : /Parley guide/ })
            .waitFor()
          await chat.getByRole('textbox').last().press('Escape')
          await chat.waitFor({ state: 'hidden' })
        }
        expect(places[0]!.x - places[1]!.x).toBeGreaterThan(600)
      },
      { found: ['tag_of_other_assistant'] },
    )

    row(
      'the tag inserted by a script, as tag managers do',
      async ({ visit, parley, assistant }) => {
        const head = `<script>addEventListener('load', () => {
      const tag = document.createElement('script')
      tag.src = '${parley}/widget.js'
      tag.dataset.assistant = '${assistant}'
      document.head.append(tag)
      tag.remove()
    })</script>`
        await (await visit({ head })).chats()
      },
    )

    for (const how of ['', 'async', 'defer']) {
      row(
        `the tag in the head, ${how || 'blocking'}`,
        async ({ visit, tag }) => {
          const guest = await visit({ at: 'head', tag: tag().replace('async', how) })
          await guest.chats()
          expect(await guest.launchers()).toBe(1)
        },
        { found: how ? [] : ['tag_blocking'] },
      )
    }

    row('quirks mode', async ({ visit, tag }) => {
      const guest = await visit({ doctype: '', tag: tag() })
      expect(await guest.page.evaluate(() => document.compatMode)).toBe('BackCompat')
      await guest.chats()
    })

    row('an XHTML document', async ({ visit, tag }) => {
      const headers = { 'content-type': 'application/xhtml+xml' }
      const script = tag().replace('async', 'async=""')
      const whole = `<html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>Bakery</title></head><body><h1>Bakery</h1>${script}</body></html>`
      await (await visit({ whole, headers })).chats()
    })

    row(
      'an SVG document: nothing is shown, and nothing breaks',
      async (bench) => {
        const { visit, parley, assistant } = bench
        const headers = { 'content-type': 'image/svg+xml' }
        const whole = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xhtml"><circle r="40"/><x:script src="${parley}/widget.js" data-assistant="${assistant}"/></svg>`
        const guest = await visit({ whole, headers })
        await guest.page.waitForLoadState('load')
        await expect.poll(() => guest.page.locator('circle').count()).toBe(1)
      },
      { found: ['page_not_html'] },
    )

    row('a base element for another site', async ({ visit, tag }) => {
      await (
        await visit({ head: '<base href="https://example.com/else/" target="_blank">', tag: tag() })
      ).chats()
    })

    row('a base element, with self-hosted widget files', async ({ visit, copyTag }) => {
      await (await visit({ head: '<base href="https://example.com/">', tag: copyTag() })).chats()
    })

    row('a right-to-left page', async ({ visit, tag, picture }) => {
      const guest = await visit({ html: 'lang="ar" dir="rtl"', tag: tag() })
      const { page, launcher, chat, field } = guest
      await launcher.waitFor()
      expect((await guest.placeOf(launcher)).x).toBeLessThan(60)
      await launcher.click()
      await field.waitFor()
      await atRest(page)
      await picture(page, 'rtl')
      expect((await guest.placeOf(chat)).x).toBeLessThan(60)
      expect(await directionOf(chat)).toBe('rtl')
    })

    row('a right-to-left page, with a chat in English', async ({ visit, tag }) => {
      const guest = await visit({ html: 'lang="ar" dir="rtl"', tag: tag('data-lang="en"') })
      const { chat, launcher, field } = guest
      await guest.opens()
      expect((await guest.placeOf(launcher)).x).toBeLessThan(60)
      expect((await guest.placeOf(chat)).x).toBeLessThan(60)
      await expect.poll(() => field.getAttribute('placeholder')).toBe('Write a message…')
      expect(await directionOf(chat)).toBe('ltr')
      await guest.asks()
      await guest.closes()
    })

    row(
      'no viewport meta element on a phone',
      async ({ visit, tag }) => {
        const context = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
        await (await visit({ viewport: false, tag: tag() }, { context })).chats()
      },
      { only: 'Chromium', because: 'only Chromium emulates a phone' },
    )

    row('a phone', async ({ visit, tag, picture, engine, skipUnless }) => {
      const viewport = { width: 390, height: 844 }
      // The others have a window of its size, and no touch.
      const isTouched = engine === 'Chromium'
      const context = { viewport, ...(isTouched && { isMobile: true, hasTouch: true }) }
      const guest = await visit({ tag: tag() }, { context })
      skipUnless(
        (await guest.page.evaluate(() => innerWidth)) === viewport.width,
        'its window is at least 447 px wide',
      )
      await (isTouched ? guest.launcher.tap() : guest.launcher.click())
      await guest.hasFocus(guest.field)
      await guest.asks()
      await picture(guest.page, 'phone')
      const { width, height } = await guest.placeOf(guest.chat)
      // A phone's scrollbar takes no room.
      const room = isTouched
        ? viewport.width
        : await guest.page.evaluate(() => document.documentElement.clientWidth)
      expect([width, height].map(Math.round)).toEqual([room, viewport.height])
      const size = await guest.field.evaluate((field) => getComputedStyle(field).fontSize)
      expect(Number.parseFloat(size)).toBeGreaterThanOrEqual(16)
      await guest.closes()
    })

    row('a page that sets its own domain', async ({ visit, tag }) => {
      const head = '<script>try { document.domain = document.domain } catch {}</script>'
      await (await visit({ head, tag: tag() }, { noise: /document\.domain/ })).chats()
    })

    row('a page without https, which is not a secure context', async (bench) => {
      const { visit, site, tag, engine, proxy } = bench
      // Chromium resolves the name as it is told, the others ask a proxy.
      const context = engine !== 'Chromium' && { proxy: { server: (await proxy()).url } }
      const url = site.page({ tag: tag() }).replace('localhost', SHOP)
      const guest = await visit(url, { noise: /this machine only/, ...(context && { context }) })
      expect(await guest.page.evaluate(() => isSecureContext)).toBe(false)
      await guest.chats()
    })
  },
  () => ({ args: [`--host-resolver-rules=MAP ${SHOP} 127.0.0.1`] }),
)
