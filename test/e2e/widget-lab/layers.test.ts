import type { Page } from 'playwright'
import { expect } from 'vitest'
import { atRest } from '../../support/axe.ts'
import { checkedLab } from '../../support/lab.ts'
import type { Guest } from '../../support/lab-guest.ts'

const DIALOG = `<dialog id="one"><h2>Our newsletter</h2><input id="mail" aria-label="E-mail"><button>Later</button></dialog>
  <dialog id="two"><h2>Really?</h2><button>Yes</button></dialog>`

const show = (page: Page, id: string) =>
  page.evaluate((name) => document.querySelector<HTMLDialogElement>(`#${name}`)!.showModal(), id)
const isOpen = (page: Page, id: string) =>
  page.evaluate((name) => document.querySelector<HTMLDialogElement>(`#${name}`)!.open, id)

/** Chats while a dialog of the page stays open. */
async function chatsOver(guest: Guest, id = 'one'): Promise<void> {
  await guest.chats()
  expect(await isOpen(guest.page, id)).toBe(true)
}

checkedLab('What a page puts over the chat', (row) => {
  row(
    'a modal dialog: launcher and chat are above it, Escape closes the chat only',
    async ({ visit, tag, picture }) => {
      const guest = await visit({ body: DIALOG, tag: tag() })
      const { page, launcher, chat, field } = guest
      await launcher.waitFor()
      await show(page, 'one')
      await chatsOver(guest)
      await guest.opens()
      await atRest(page)
      await picture(page, 'over-a-modal')
      await field.press('Escape')
      await chat.waitFor({ state: 'hidden' })
      expect(await isOpen(page, 'one')).toBe(true)
      // The dialog works as usual, and Escape inside it is its own.
      await page.getByLabel('E-mail').fill('a@example.com')
      await page.getByLabel('E-mail').press('Escape')
      expect(await isOpen(page, 'one')).toBe(false)
      await guest.opens()
    },
  )

  row(
    'a modal dialog that opens over an open chat: typed text stays, and the chat remains usable',
    async ({ visit, tag }) => {
      const guest = await visit({ body: DIALOG, tag: tag() })
      const { page, field, log } = guest
      await guest.opens()
      await guest.asks()
      await field.fill('A thought')
      await show(page, 'one')
      await page.getByLabel('E-mail').focus()
      await expect.poll(() => field.inputValue()).toBe('A thought')
      await field.click()
      await guest.hasFocus(field)
      await log.getByText(/free/i).first().waitFor()
      await field.fill('')
      await guest.asks('Which licence does Parley have?', /MIT/)
      await page.evaluate(() => document.querySelector<HTMLDialogElement>('#one')!.close())
      await guest.asks('hello', /./)
      await guest.closes()
    },
  )

  row('a dialog over a dialog, closed one by one', async ({ visit, tag }) => {
    const guest = await visit({ body: DIALOG, tag: tag() })
    const { page } = guest
    await guest.launcher.waitFor()
    await show(page, 'one')
    await show(page, 'two')
    await chatsOver(guest, 'two')
    await page.evaluate(() => document.querySelector<HTMLDialogElement>('#two')!.close())
    await chatsOver(guest)
    await page.evaluate(() => document.querySelector<HTMLDialogElement>('#one')!.close())
    await guest.chats()
  })

  row('a dialog that is removed from the page while open', async ({ visit, tag }) => {
    const guest = await visit({ body: DIALOG, tag: tag() })
    const { page, launcher, field, log } = guest
    await launcher.waitFor()
    await show(page, 'one')
    await guest.opens()
    await guest.asks()
    await field.fill('A thought')
    await page.evaluate(() => document.querySelector('#one')!.remove())
    await log.getByText(/free/i).first().waitFor()
    await expect.poll(() => field.inputValue()).toBe('A thought')
    await field.fill('')
    await guest.asks('Which licence does Parley have?', /MIT/)
    await guest.closes()
    expect(await guest.launchers()).toBe(1)
  })

  row('a dialog that was there before the widget', async ({ visit, tag }) => {
    const body = `${DIALOG}<script>one.showModal()</script>`
    await chatsOver(await visit({ body, tag: tag() }))
  })

  row('a dialog that clips and transforms its content', async ({ visit, tag }) => {
    const head =
      '<style>dialog { width: 300px; height: 200px; overflow: hidden; transform: translateX(5px); filter: blur(0); opacity: .9; border-radius: 20px; contain: paint }</style>'
    const guest = await visit({ head, body: DIALOG, tag: tag() })
    await guest.launcher.waitFor()
    await show(guest.page, 'one')
    const place = await guest.placeOf(guest.launcher)
    expect(place.fromBottom).toBeLessThan(50)
    await chatsOver(guest)
  })

  row('a popover that fills the screen, shown before the widget', async ({ visit, tag }) => {
    const style = 'inset: 0; width: 100%; height: 100%'
    const body = `<div popover="manual" id="pop" style="${style}">Sale</div><script>pop.showPopover()</script>`
    const guest = await visit({ body, tag: tag() })
    await guest.launcher.waitFor()
    await guest.chats()
    await expect.poll(() => guest.page.locator('#pop').isVisible()).toBe(true)
  })

  row('a popover that fills the screen, shown over an open chat', async ({ visit, tag }) => {
    const style = 'inset: 0; width: 100%; height: 100%'
    const body = `<div popover="manual" id="pop" style="${style}">Sale</div>`
    const guest = await visit({ body, tag: tag() })
    const { page, chat, field } = guest
    await guest.opens()
    await chat.getByRole('button', { name: 'More' }).waitFor()
    await field.fill('A thought')
    await page.evaluate(() => document.querySelector<HTMLElement>('#pop')!.showPopover())
    // Playwright clicks only elements that nothing covers.
    await field.click()
    await expect.poll(() => field.inputValue()).toBe('A thought')
    await field.fill('')
    await guest.asks()
    expect(await page.locator('#pop').isVisible()).toBe(true)
    await guest.closes()
  })

  row('an element in full screen', async ({ visit, tag }) => {
    const body =
      '<div id="film" style="background:#000">Film<button id="go">Full screen</button></div>'
    const guest = await visit({ body, tag: tag() })
    const { page } = guest
    await page.evaluate(() => {
      document
        .querySelector('#go')!
        .addEventListener('click', () => document.querySelector('#film')!.requestFullscreen())
    })
    await page.click('#go')
    await expect.poll(() => page.evaluate(() => document.fullscreenElement?.id)).toBe('film')
    // A fullscreen video covers everything; afterwards the page is as before.
    await page.evaluate(() => document.exitFullscreen())
    await guest.chats()
  })

  row('a cookie banner that makes the body inert and traps the focus', async ({ visit, tag }) => {
    const body =
      '<div id="banner" style="position:fixed;inset:0 0 auto 0"><button>Accept</button></div>'
    const guest = await visit({ body, tag: tag() })
    await guest.launcher.waitFor()
    await guest.page.evaluate(() => {
      document.body.inert = true
      document.body.setAttribute('aria-hidden', 'true')
    })
    await guest.chats()
  })

  row('a focus trap that returns the focus to the banner', async ({ visit, tag }) => {
    const body = `<div id="banner"><button>Accept</button></div><script>
      document.addEventListener('focusin', (event) => {
        if (!banner.contains(event.target)) { event.stopPropagation(); banner.querySelector('button').focus() }
      })</script>`
    const guest = await visit({ body, tag: tag() })
    await guest.launcher.click()
    await guest.field.waitFor()
    await guest.hasFocus(guest.field)
    await guest.asks()
  })
})
