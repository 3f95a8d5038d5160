import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { chromium } from '../../support/chromium.ts'
import { useHostedModel } from '../../support/hosted-model.ts'
import { startLlmStandIn } from '../../support/llm-stand-in.ts'
import { hasFocus } from '../../support/waiting.ts'
import { customerOn, openShop } from '../../support/widget-shop.ts'

const PHONE = { viewport: { width: 390, height: 760 }, hasTouch: true }
const TALL = '<div style="height: 3000px"></div>'

const PICTURE = PNG.sync.write(new PNG({ width: 10, height: 10 }))

test('an open chat stays open on the next page, with its draft and scroll position, without taking focus', async () => {
  const shop = await openShop()
  const { page, open, ask, field, chat, log, launcher } = customerOn(await chromium.person())
  await open(shop.page())
  await ask()
  for (let count = 0; count < 12; count += 1) await shop.reply(`Line ${count}\n\nof ours`)
  await log.getByText('Line 11').waitFor()
  await field.fill('Half a thought')
  await log.evaluate((element) => {
    element.scrollTop = 200
  })
  await page.goto(shop.page())
  await field.waitFor()
  await expect.poll(() => log.evaluate((element) => Math.round(element.scrollTop))).toBe(200)
  expect(await field.inputValue()).toBe('Half a thought')
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)

  await launcher.click()
  await chat.waitFor({ state: 'hidden' })
  await page.goto(shop.page())
  // A returning visitor: the chat is loaded but stays closed.
  await page.waitForFunction(() => document.querySelector('parley-chat')?.shadowRoot?.children[1])
  expect(await chat.isVisible()).toBe(false)
})

test('on a phone, an open chat keeps the page behind it from scrolling, and is closed on the next page', async () => {
  const shop = await openShop()
  const { page, open, ask, button, chat, launcher } = customerOn(await chromium.person(PHONE))
  await open(shop.page({ html: '', body: TALL }))
  await ask()
  const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflow)
  await expect.poll(overflow).toBe('hidden')
  await button('Close chat').click()
  await expect.poll(overflow).toBe('visible')
  await launcher.click()
  await chat.waitFor()
  await page.goto(shop.page())
  await page.waitForFunction(() => document.querySelector('parley-chat')?.shadowRoot?.children[1])
  expect(await chat.isVisible()).toBe(false)
})

test('at each size a single control closes the chat: the launcher, or the header where the launcher is covered', async () => {
  const shop = await openShop()
  const desktop = customerOn(await chromium.person())
  await desktop.open(shop.page())
  await desktop.button('More').waitFor()
  expect(await desktop.button('Close chat').count()).toBe(0)
  await desktop.launcher.click()
  await desktop.chat.waitFor({ state: 'hidden' })
  const phone = customerOn(await chromium.person(PHONE))
  await phone.open(shop.page())
  await phone.button('Close chat').click()
  await phone.chat.waitFor({ state: 'hidden' })
})

test('the chat opens and closes within 180 ms, and instantly with reduced motion', async () => {
  const shop = await openShop()
  const motion = async (reducedMotion: 'reduce' | 'no-preference') => {
    const customer = customerOn(await chromium.person({ reducedMotion }))
    await customer.open(shop.page())
    return customer.chat.evaluate((panel) => {
      const { transitionProperty, transitionDuration } = getComputedStyle(panel)
      return [transitionProperty, transitionDuration]
    })
  }
  const [properties, durations] = await motion('no-preference')
  expect(properties).toBe('display, opacity, translate')
  expect(new Set(durations!.split(', '))).toEqual(new Set(['0.18s']))
  expect(await motion('reduce')).toEqual(['all', '0s'])
})

test('images are previewed before sending, stand alone once sent, and open enlarged', async () => {
  const shop = await openShop()
  const { page, open, chat, field, log } = customerOn(await chromium.person())
  await open(shop.page())
  await chat.getByRole('button', { name: 'More' }).waitFor()
  await field.evaluate(
    (element, bytes) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([new Uint8Array(bytes)], 'dot.png', { type: 'image/png' }))
      const about = { clipboardData, bubbles: true, composed: true, cancelable: true }
      element.dispatchEvent(new ClipboardEvent('paste', about))
    },
    [...PICTURE],
  )
  await chat.getByRole('button', { name: 'Remove dot.png' }).waitFor()
  const thumbnail = chat.locator('.taken canvas')
  await expect.poll(() => thumbnail.evaluate((canvas: HTMLCanvasElement) => canvas.width)).toBe(10)
  await field.press('Enter')
  const link = log.getByRole('link', { name: 'dot.png' })
  await link.click()
  const large = page.getByRole('dialog', { name: 'dot.png' })
  await large.waitFor()
  await page.keyboard.press('Escape')
  await large.waitFor({ state: 'detached' })
  await hasFocus(link)
  await link.click()
  await large.getByRole('button', { name: 'Back to conversation' }).click()
  await large.waitFor({ state: 'detached' })
  expect(await link.locator('.name').evaluate(({ offsetWidth }: HTMLElement) => offsetWidth)).toBe(
    1,
  )
})

const WIDE = `| Bike | Weight | Range on one charge | Price |
|---|---|---|---|
| Loop 7 | 15.8 kilograms | 120 kilometres | €2,199 |

\`\`\`html
<script src="https://chat.example.com/widget.js" data-assistant="0198c5a4" async></script>
\`\`\``

test('wide content scrolls without being cut off, and code wraps on request', async () => {
  await using llm = await startLlmStandIn({ reply: WIDE })
  const shop = await openShop({ config: { llm: { url: llm.url, key: undefined, model: 'any' } } })
  await useHostedModel(shop.server)
  const { open, log, say } = customerOn(await chromium.person())
  await open(shop.page())
  await say('Which?')
  const code = log.locator('pre')
  await code.waitFor()
  const isCut = (part: typeof code) =>
    part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  await expect.poll(() => isCut(code)).toBe(true)
  await expect.poll(() => isCut(log.locator('.table'))).toBe(true)
  // A broken word makes its cell twice as high.
  const heights = await log
    .locator('td')
    .evaluateAll((cells) => new Set(cells.map(({ clientHeight }) => clientHeight)).size)
  expect(heights).toBe(1)
  await log.getByRole('button', { name: 'Wrap lines' }).click()
  await expect.poll(() => isCut(code)).toBe(false)
})

test('a long draft grows its field to 180 px, and scrolls from there', async () => {
  const shop = await openShop()
  const { open, field } = customerOn(await chromium.person())
  await open(shop.page())
  const height = () => field.evaluate(({ parentElement }) => parentElement!.offsetHeight)
  await field.fill('One line')
  expect(await height()).toBeLessThan(60)
  await field.fill('A long draft '.repeat(99))
  expect(await height()).toBe(180)
})

test('a chat that cannot be reached says so in the middle, with a button to see, though none of the rest has loaded', async () => {
  const shop = await openShop()
  const { page, launcher, chat, button } = customerOn(await chromium.person())
  await page.route(/chat-more|\/api\/|widget\.js$/, (route) =>
    route.request().resourceType() === 'script' && !/more/.test(route.request().url())
      ? route.continue()
      : route.abort(),
  )
  await page.goto(shop.page())
  await launcher.click()
  const sentence = chat.locator('.notice').getByText('Can’t reach the chat.')
  await sentence.waitFor()
  const [panel, text] = [(await chat.boundingBox())!, (await sentence.boundingBox())!]
  expect(Math.abs(2 * (text.x - panel.x) + text.width - panel.width)).toBeLessThan(4)
  expect(text.y - panel.y).toBeGreaterThan(200)
  const fill = (part: typeof sentence) =>
    part.evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(await fill(button('Try again'))).toBe(await fill(chat.locator('.avatar').first()))
})

test('the assistant’s initials are upper-case and shown large until the first message', async () => {
  const shop = await openShop({ assistant: { name: 'parley guide' } })
  const { open, ask, chat } = customerOn(await chromium.person())
  await open(shop.page())
  const initials = () => chat.locator('.avatar').allInnerTexts()
  await expect.poll(initials).toEqual(['PG', 'PG'])
  await ask()
  await expect.poll(initials).toEqual(['PG'])
})

test('the copy button of a message is hidden until hovered or focused', async () => {
  const shop = await openShop()
  const { page, open, ask, log, field } = customerOn(await chromium.person())
  await open(shop.page())
  await ask()
  await page.mouse.move(0, 0)
  await field.focus()
  const copy = log.getByRole('button', { name: 'Copy' }).last()
  const opacity = () => copy.evaluate((button) => getComputedStyle(button).opacity)
  await expect.poll(opacity).toBe('0')
  await copy.focus()
  await expect.poll(opacity).toBe('1')
  await field.focus()
  await expect.poll(opacity).toBe('0')
  await log.locator('.message').last().hover()
  await expect.poll(opacity).toBe('1')
})

test('only messages from others offer a visitor who scrolled up a way back to the end', async () => {
  const shop = await openShop()
  const { open, ask, log, chat, button, field } = customerOn(await chromium.person())
  await open(shop.page())
  await ask()
  for (let count = 0; count < 12; count += 1) await shop.reply(`Line ${count}\n\nof ours`)
  await log.getByText('Line 11').waitFor()
  expect(await button('New messages').count()).toBe(0)
  await log.evaluate((element) => {
    element.scrollTop = 0
  })
  // What the chat adds by itself does not count as new.
  await field.fill('Hm')
  await field.fill('')
  await chat.getByRole('button', { name: 'More' }).click()
  expect(await button('New messages').count()).toBe(0)
  await shop.reply('Something new')
  await button('New messages').click()
  await expect
    .poll(() => log.evaluate((e) => e.scrollHeight - e.scrollTop - e.clientHeight < 64))
    .toBe(true)
  await button('New messages').waitFor({ state: 'detached' })
})

test('the way back to the end has the accent colour, and is a round arrow while an answer is being written', async () => {
  const [start, middle] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const reply = `${'Line\n\n'.repeat(40)}one two three`
  await using llm = await startLlmStandIn({ reply, pauses: [start.promise, middle.promise] })
  const shop = await openShop({
    settings: { color: '#7c3aed' },
    config: { llm: { url: llm.url, key: undefined, model: 'slow' } },
  })
  await useHostedModel(shop.server)
  const { open, log, say, button } = customerOn(await chromium.person())
  await open(shop.page())
  await say('How many?')
  await log.getByText('one').waitFor()
  await log.evaluate((element) => {
    element.scrollTop = 0
  })
  const pill = button('New messages')
  expect(await pill.count()).toBe(0)
  start.resolve()
  await pill.waitFor()
  const look = () =>
    pill.evaluate((element) => {
      const { backgroundColor, color, borderRadius } = getComputedStyle(element)
      return [backgroundColor, color, borderRadius]
    })
  const accent = ['rgb(124, 58, 237)', 'color(xyz-d65 1 1 1)', '22px']
  expect([await pill.innerText(), await look()]).toEqual(['↓', accent])
  const { width, height } = (await pill.boundingBox())!
  expect([width, height]).toEqual([44, 44])

  middle.resolve()
  await expect.poll(() => pill.innerText()).toBe('↓ New messages')
  expect(await look()).toEqual(accent)
  const [place, frame] = [(await pill.boundingBox())!, (await log.boundingBox())!]
  expect(Math.abs(2 * (place.x - frame.x) + place.width - frame.width)).toBeLessThan(4)
})

test('the chat opens and closes in a transition', async () => {
  const shop = await openShop()
  const { page, open, chat } = customerOn(await chromium.person())
  await open(shop.page())
  // The rest of the styles is here.
  await chat.getByText(/Answers right away/).waitFor()
  const transitionsOf = (verb: 'open' | 'close') =>
    page.evaluate(async (call) => {
      const widget = document.querySelector('parley-chat')!
      await (widget as unknown as Record<typeof call, () => unknown>)[call]()
      const panel = widget.shadowRoot!.querySelector('section')!
      return panel.getAnimations().map((one) => (one as CSSTransition).transitionProperty)
    }, verb)
  expect(await transitionsOf('close')).toEqual(['display', 'opacity', 'translate'])
  await chat.waitFor({ state: 'hidden' })
  expect(await transitionsOf('open')).toEqual(['opacity', 'translate'])
})
