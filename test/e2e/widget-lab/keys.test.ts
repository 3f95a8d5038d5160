import { expect } from 'vitest'
import { lab } from '../../support/lab.ts'

/** A page with its own shortcuts on every kind of key event, as mail and shop sites have. */
const SHORTCUTS = `<script>
  window.heard = []
  for (const type of ['keydown', 'keypress', 'keyup'])
    for (const target of [document, document.documentElement, window])
      target.addEventListener(type, (event) => heard.push(type + ' ' + (event.key || '')))
</script>`

lab('Keys, focus and pointers', (row) => {
  row('a page’s shortcuts: typing in the chat triggers none of them', async ({ visit, tag }) => {
    const guest = await visit({ head: SHORTCUTS, tag: tag() })
    await guest.opens()
    const heard = () => guest.page.evaluate(() => (window as unknown as { heard: string[] }).heard)
    await guest.page.evaluate(
      () => void ((window as unknown as { heard: string[] }).heard.length = 0),
    )
    await guest.field.pressSequentially('Does /ask? cost gg')
    await guest.field.press('Enter')
    await guest.field.press('ArrowUp')
    await guest.field.press('?')
    expect(await heard()).toEqual([])
  })

  row(
    'a page that handles keys in the capture phase: typing still works',
    async ({ visit, tag }) => {
      const head = `<script>
      for (const type of ['keydown', 'keypress', 'keyup'])
        window.addEventListener(type, (event) => {
          if (/^[a-z/?]$/.test(event.key) && !/^(INPUT|TEXTAREA)$/.test(event.composedPath()[0].nodeName)) event.preventDefault()
        }, true)
    </script>`
      const guest = await visit({ head, tag: tag() })
      await guest.opens()
      await guest.field.pressSequentially('What does Parley cost?')
      await expect.poll(() => guest.field.inputValue()).toBe('What does Parley cost?')
    },
  )

  row(
    'a page that stops all keys in the capture phase: the buttons offer the same actions',
    async ({ visit, tag }) => {
      const head = `<script>
      for (const type of ['keydown', 'keypress', 'keyup'])
        window.addEventListener(type, (event) => event.stopImmediatePropagation(), true)
    </script>`
      const guest = await visit({ head, tag: tag() })
      await guest.opens()
      await guest.field.pressSequentially('What does Parley cost?')
      await guest.chat.getByRole('button', { name: 'Send', exact: true }).click()
      await guest.log.getByText(/free/i).first().waitFor()
      await guest.launcher.click()
      await guest.chat.waitFor({ state: 'hidden' })
    },
  )

  row(
    'a page that steals the focus once: the chat can be clicked back into',
    async ({ visit, tag }) => {
      const body = '<input id="search" aria-label="Search">'
      const guest = await visit({ body, tag: tag() })
      await guest.opens()
      await guest.page.evaluate(() => document.querySelector<HTMLElement>('#search')!.focus())
      await guest.field.click()
      await guest.hasFocus(guest.field)
      await guest.asks()
    },
  )

  row('a page that closes things on any outside click', async ({ visit, tag }) => {
    const body = `<div id="menu">Menu</div><script>
      document.addEventListener('click', (event) => { if (!menu.contains(event.target)) menu.hidden = true })
      document.addEventListener('pointerdown', (event) => event.target.closest('main') || 0)
    </script>`
    await (await visit({ body, tag: tag() })).chats()
  })

  row('a page that forbids selection, context menus and dragging', async ({ visit, tag }) => {
    const head = `<script>for (const type of ['selectstart', 'contextmenu', 'dragstart', 'mousedown', 'touchmove', 'wheel', 'copy'])
      document.addEventListener(type, (event) => event.preventDefault(), { capture: true, passive: false })</script>`
    const guest = await visit({ head, tag: tag() })
    await guest.launcher.click()
    await guest.field.waitFor()
    await guest.hasFocus(guest.field)
    await guest.asks()
  })

  row('a page that listens to every form and link', async ({ visit, tag }) => {
    const head = `<script>
      window.seen = []
      for (const type of ['submit', 'change', 'click'])
        document.addEventListener(type, (event) => {
          if (type === 'submit') event.preventDefault()
          const element = event.target.closest('a, form, input')
          if (element) seen.push(type)
        })
    </script>`
    const guest = await visit({ head, tag: tag() })
    await guest.chats()
    const seen = await guest.page.evaluate(() => (window as unknown as { seen: string[] }).seen)
    expect(seen).toEqual([])
  })

  row(
    'by keyboard alone: Tab reaches the launcher, Enter opens, Tab leaves the chat again',
    async ({ visit, tag }) => {
      const guest = await visit({ body: '<button id="last">Order</button>', tag: tag() })
      const { page, launcher, field, chat } = guest
      await launcher.waitFor()
      await page.focus('#last')
      await page.keyboard.press('Tab')
      await guest.hasFocus(launcher)
      await page.keyboard.press('Enter')
      await guest.hasFocus(field)
      await guest.asks()
      // No focus trap: Tab reaches the page again, and the chat stays open.
      for (let count = 0; count < 25; count += 1) {
        await page.keyboard.press('Tab')
        if (await page.evaluate(() => document.activeElement?.localName !== 'parley-chat')) break
      }
      expect(await page.evaluate(() => document.activeElement?.localName)).not.toBe('parley-chat')
      await expect.poll(() => chat.isVisible()).toBe(true)
    },
  )
})
