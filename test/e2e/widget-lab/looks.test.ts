import { extractText } from 'unpdf'
import { expect } from 'vitest'
import { atRest, violations } from '../../support/axe.ts'
import { lab } from '../../support/lab.ts'
import type { Guest } from '../../support/lab-guest.ts'

/** Elements of the open chat that overflow sideways or are clipped. */
function sideways({ page }: Guest): Promise<string[]> {
  return page.evaluate(() => {
    const panel = document.querySelector('parley-chat')!.shadowRoot!.querySelector('[role=dialog]')!
    return [panel, ...panel.querySelectorAll<HTMLElement>('*')]
      .filter((element) => {
        const { overflowX } = getComputedStyle(element)
        const { right, left, width } = element.getBoundingClientRect()
        // Screen-reader-only text is clipped on purpose.
        if (width <= 1 || getComputedStyle(element).clipPath !== 'none') return false
        const isWider =
          element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(overflowX)
        return right > innerWidth + 1 || left < -1 || isWider
      })
      .map(({ localName, className }) => `${localName}.${String(className)}`)
  })
}

/** The text of a page on paper. */
async function printed({ page }: Guest): Promise<string> {
  const { text } = await extractText(new Uint8Array(await page.pdf()), { mergePages: true })
  return text
}

const TOO_SMALL = 'its window is at least 447 px wide'

lab('How it is viewed', (row) => {
  row(
    'zoomed to 400 % (320 × 256): usable, without scrolling in two directions',
    async ({ visit, tag, picture, skipUnless }) => {
      const context = { viewport: { width: 320, height: 256 }, deviceScaleFactor: 2 }
      const guest = await visit({ tag: tag() }, { context })
      skipUnless((await guest.page.evaluate(() => innerWidth)) === 320, TOO_SMALL)
      await guest.placeOf(guest.launcher)
      await guest.opens()
      await guest.asks()
      await guest.placeOf(guest.chat)
      await guest.placeOf(guest.field)
      await picture(guest.page, 'zoom-400')
      expect(await sideways(guest)).toEqual([])
      const log = (await guest.log.boundingBox())!
      expect(log.height).toBeGreaterThanOrEqual(60)
      await guest.closes()
    },
  )

  row(
    'text spacing of WCAG 1.4.12 in the chat itself: nothing is cut off',
    async ({ visit, tag }) => {
      const guest = await visit({ tag: tag() })
      await guest.opens()
      await guest.asks()
      await guest.page.evaluate(() => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(
          '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-block-end: 2em !important }',
        )
        document.querySelector('parley-chat')!.shadowRoot!.adoptedStyleSheets.push(sheet)
      })
      expect(await sideways(guest)).toEqual([])
      await guest.placeOf(guest.field)
      await guest.asks('Which licence does Parley have?', /MIT/)
    },
  )

  row('text at twice the size', async ({ visit, tag }) => {
    const guest = await visit({ head: '<style>html { font-size: 200% }</style>', tag: tag() })
    await guest.opens()
    await guest.asks()
    await guest.page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(
        '[role=dialog] * { font-size: 30px !important; line-height: 1.4 !important }',
      )
      document.querySelector('parley-chat')!.shadowRoot!.adoptedStyleSheets.push(sheet)
    })
    expect(await sideways(guest)).toEqual([])
    await guest.placeOf(guest.field)
    await guest.closes()
  })

  row('forced colours: every control has a border or text', async (bench) => {
    const { visit, tag, picture, skipUnless } = bench
    const guest = await visit({ tag: tag() }, { context: { forcedColors: 'active' } })
    skipUnless(
      await guest.page.evaluate(() => matchMedia('(forced-colors: active)').matches),
      'it has no forced colours',
    )
    await guest.launcher.waitFor()
    const border = await guest.launcher.evaluate((button) => {
      const { borderTopWidth, borderTopStyle } = getComputedStyle(button)
      return borderTopStyle === 'none' ? 0 : Number.parseFloat(borderTopWidth)
    })
    expect(border).toBeGreaterThan(0)
    await guest.opens()
    await guest.asks()
    await picture(guest.page, 'forced-colours')
    await guest.closes()
  })

  row('reduced motion: nothing moves', async ({ visit, tag, skipUnless }) => {
    const guest = await visit({ tag: tag() }, { context: { reducedMotion: 'reduce' } })
    skipUnless(
      await guest.page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches),
      'reduced motion cannot be turned on',
    )
    await guest.launcher.waitFor()
    await guest.page.evaluate(() => {
      const root = document.querySelector('parley-chat')!.shadowRoot!
      const names = /^(transform|translate|scale|rotate|cssOffset|offset[A-Z].*)$/
      const found: string[] = []
      Object.assign(window, { moving: found })
      const look = () => {
        const frames = root
          .getAnimations()
          .flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes())
        found.push(
          ...frames.flatMap((frame) => Object.keys(frame).filter((key) => names.test(key))),
        )
        requestAnimationFrame(look)
      }
      look()
    })
    await guest.opens()
    await guest.asks()
    const moving = await guest.page.evaluate(
      () => (window as unknown as { moving: string[] }).moving,
    )
    expect(moving).toEqual([])
    const transitions = await guest.launcher.evaluate(
      (button) => getComputedStyle(button).transitionDuration,
    )
    expect(transitions.split(', ').every((time) => Number.parseFloat(time) < 0.01)).toBe(true)
  })

  for (const scheme of ['light', 'dark'] as const) {
    row(
      `${scheme}, as the visitor’s system is: axe finds no violations`,
      async ({ visit, tag, picture, skipUnless }) => {
        const guest = await visit({ tag: tag() }, { context: { colorScheme: scheme } })
        const query = `(prefers-color-scheme: ${scheme})`
        skipUnless(
          await guest.page.evaluate((wanted) => matchMedia(wanted).matches, query),
          `${scheme} colours cannot be turned on`,
        )
        await guest.launcher.waitFor()
        expect(await violations(guest.page, 'parley-chat')).toEqual([])
        await guest.opens()
        await guest.asks()
        await atRest(guest.page)
        await picture(guest.page, scheme)
        expect(await violations(guest.page, 'parley-chat')).toEqual([])
        const ground = await guest.chat.evaluate((panel) => getComputedStyle(panel).backgroundColor)
        const [red = 0] = ground.match(/[\d.]+/g)!.map(Number)
        expect(red > 128).toBe(scheme === 'light')
      },
    )
  }

  row('printed: the widget is omitted', async (bench) => {
    const { visit, tag, picture, engine, skipUnless } = bench
    const guest = await visit({ tag: tag() })
    await guest.opens()
    await guest.asks()
    if (engine === 'Firefox') {
      // It cannot show a page as it is printed, but prints.
      const text = await printed(guest)
      expect(text).toContain('Bakery')
      expect(text).not.toMatch(/What does Parley cost|free/i)
    } else {
      await guest.page.emulateMedia({ media: 'print' })
      skipUnless(
        await guest.page.evaluate(() => matchMedia('print').matches),
        'WebDriver cannot print in it',
      )
      await guest.chat.waitFor({ state: 'hidden' })
      expect(await guest.launchers()).toBe(0)
      await picture(guest.page, 'print')
      await guest.page.emulateMedia({ media: 'screen' })
    }
    await guest.asks('Which licence does Parley have?', /MIT/)
  })

  row('in a window as low as with the on-screen keyboard shown', async (bench) => {
    const { visit, tag, skipUnless } = bench
    const guest = await visit(
      { tag: tag() },
      { context: { viewport: { width: 740, height: 180 } } },
    )
    skipUnless((await guest.page.evaluate(() => innerHeight)) === 180, TOO_SMALL)
    await guest.opens()
    await guest.placeOf(guest.field)
    await guest.asks()
    await guest.closes()
  })
})
