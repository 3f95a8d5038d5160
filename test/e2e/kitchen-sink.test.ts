import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { atRest, expectNoFault } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { openSignInLink } from '../support/people.ts'
import { screenBook } from '../support/screens.ts'

/** All pages except the icons, so that adding an icon changes no other picture. */
const SECTIONS = [
  'colors',
  'typography',
  'buttons',
  'fields',
  'choosing',
  'pickers',
  'forms',
  'labels',
  'numbers',
  'data',
  'long-list',
  'states',
  'overlays',
  'layout',
  'rows',
]

/** Hides everything that varies between machines: the frame, system fonts and the date format. */
const STILL = `
  .shell { display: block }
  .shell-body { block-size: 100dvh }
  .shell > :not(.shell-body, .toasts), .sink-bar, .sink-contents { display: none !important }
  .sink-parts { inline-size: var(--sink-width, 1040px) }
  :root { --mono: var(--font) }
  .is-other-script { visibility: hidden }
  input[type=date] { color: transparent !important }
  input[type=date]::-webkit-calendar-picker-indicator { opacity: 0 }
`

interface Look {
  readonly colorScheme?: 'light' | 'dark'
  readonly width?: number
}

async function sink({ colorScheme = 'light', width = 1200 }: Look = {}): Promise<Page> {
  const life = await startDesk()
  const page = await chromium.person({
    colorScheme,
    viewport: { width, height: 1600 },
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    bypassCSP: true,
  })
  await openSignInLink(page, await life.signInLink())
  await page.locator('.shell').waitFor()
  await page.goto(`${life.url}/app/kitchen-sink`)
  await page.getByRole('heading', { level: 1, name: 'Kitchen sink' }).waitFor()
  return page
}

async function stillSink(look: Look & { readonly sinkWidth?: number } = {}): Promise<Page> {
  const page = await sink(look)
  await page.addStyleTag({ content: STILL })
  await page.evaluate(async (width) => {
    if (width) document.documentElement.style.setProperty('--sink-width', `${width}px`)
    await document.fonts.ready
  }, look.sinkWidth)
  await page.mouse.move(0, 0)
  await atRest(page)
  return page
}

test.each(['light', 'dark'] as const)(
  'every component matches its reference picture, including open, hover and focus states, %s',
  async (colorScheme) => {
    const page = await stillSink({ colorScheme })
    const book = screenBook()
    for (const id of SECTIONS) await book.take(`${id}-${colorScheme}`, page.locator(`#${id}`))
    const button = (name: string) => page.locator('#overlays').getByRole('button', { name })

    const first = page.locator('#buttons').getByRole('button', { name: 'New assistant' })
    await first.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await page.locator('#buttons').getByRole('button', { name: 'Secondary' }).first().hover()
    await book.take(`pointed-${colorScheme}`, page.locator('#buttons .shelf').first())
    await page.mouse.move(0, 0)

    await button('Menu').press('ArrowDown')
    await book.take(`menu-${colorScheme}`, page.getByRole('menu'))
    await page.keyboard.press('Escape')

    await page.getByRole('combobox', { name: 'Assigned to' }).click()
    await page.keyboard.press('ArrowDown')
    await book.take(`combobox-${colorScheme}`, page.locator('.listbox'))
    await page.keyboard.press('Escape')

    await button('Popover').click()
    await book.take(`popover-${colorScheme}`, page.getByRole('dialog', { name: 'Filter' }))
    await page.keyboard.press('Escape')

    await button('Confirm something big').click()
    await book.take(`confirm-${colorScheme}`, page.getByRole('dialog'))
    await page.keyboard.press('Escape')

    await button('With undo').click()
    await button('With progress').click()
    await book.take(`toast-undo-${colorScheme}`, page.locator('.toast').first())
    await book.take(`toast-progress-${colorScheme}`, page.locator('.toast').last())
    expect(book.changes()).toEqual([])
  },
)

test('right-to-left layouts are mirrored, and the page fits a phone', async () => {
  const book = screenBook()
  const page = await stillSink()
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  for (const id of ['buttons', 'choosing', 'pickers', 'rows', 'data'])
    await book.take(`${id}-rtl`, page.locator(`#${id}`))

  const phone = await stillSink({ width: 390, sinkWidth: 358 })
  for (const id of ['forms', 'numbers', 'data', 'layout'])
    await book.take(`${id}-phone`, phone.locator(`#${id}`))
  const overflow = await phone.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
  expect(book.changes()).toEqual([])
})

test('axe finds no violations, in light and dark', async () => {
  const page = await sink()
  await expectNoFault('page', page)
  const button = (name: string) => page.locator('#overlays').getByRole('button', { name })

  await button('Menu').click()
  await expectNoFault('menu', page, '.menu')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Labels' }).click()
  await expectNoFault('listbox', page, '.combobox.is-many')
  await page.keyboard.press('Escape')
  await button('Confirm something big').click()
  await expectNoFault('dialog', page, 'dialog[open]')
  await page.keyboard.press('Escape')
  await button('Drawer').click()
  await expectNoFault('drawer', page, 'dialog[open]')
}, 120_000)

test('focus stays in a dialog and returns from it; Escape closes one layer at a time', async () => {
  const page = await sink()
  const opener = page.locator('#overlays').getByRole('button', { name: 'Dialog' })
  await opener.click()
  const dialog = page.getByRole('dialog')
  for (let press = 0; press < 6; press++) {
    await page.keyboard.press('Tab')
    // Past the last control the browser itself has the focus; nothing behind the dialog does.
    expect(
      await page.evaluate(() =>
        Boolean(document.activeElement?.closest('dialog, body:focus, html')),
      ),
    ).toBe(true)
    expect(await page.locator('.sink-parts :focus:not(dialog *)').count()).toBe(0)
  }
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Owner' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  await atRest(page)
  await expect.poll(() => dialog.isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(() => opener.evaluate((element) => element === document.activeElement))
    .toBe(true)

  await opener.hover()
  await page.locator('#overlays').getByRole('button', { name: 'Tooltip' }).hover()
  await page.getByRole('tooltip').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
})

test('a thread keeps its scroll position when earlier rows load, and follows new rows at the end', async () => {
  const page = await sink()
  const list = page.locator('#long-list .virtual-list').nth(1)
  const press = (name: string) =>
    page.locator('#long-list').getByRole('button', { name, exact: true }).click()
  await list.getByText('1059', { exact: true }).waitFor()

  await press('A new one')
  await list.getByText('1060', { exact: true }).waitFor()
  const fromEnd = () =>
    list.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight)
  await expect.poll(fromEnd).toBeLessThan(4)

  await list.evaluate((element) => {
    element.scrollTop = 0
  })
  await list.getByText('1000', { exact: true }).waitFor()
  await unmoved(list)
  const top = () =>
    list
      .getByText('1002', { exact: true })
      .evaluate((element) => Math.round(element.getBoundingClientRect().top))
  const before = await top()
  await press('Earlier ones')
  await list.getByText('998', { exact: true }).waitFor({ state: 'attached' })
  await unmoved(list)
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1)
  await expect.poll(() => list.getByRole('listitem').count()).toBeLessThan(40)
})

/** Waits until a list has rendered the same rows in the same place for a few frames. */
async function unmoved(list: Locator): Promise<void> {
  await list.evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        let before = ''
        let frames = 0
        const look = () => {
          const now = `${element.scrollTop} ${element.scrollHeight} ${element.textContent}`
          frames = now === before ? frames + 1 : 0
          before = now
          if (frames >= 6) resolve()
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
}
