import { expect } from 'vitest'
import { lab } from '../../support/lab.ts'
import { gapsBetweenFrames } from '../../support/lab-frames.ts'

/** Duration of both animations. */
const LASTS_MS = 180
/** Frame of a screen with 60 a second, rounded up, ms. */
const FRAME_MS = 17

const figure = (gaps: readonly number[]) =>
  `${gaps.length + 1} frames, longest wait ${Math.max(...gaps).toFixed(0)} ms, ${gaps.filter((gap) => gap > FRAME_MS * 1.5).length} late`

lab('How it moves', (row) => {
  row(
    'opening and closing are animated by the compositor, with the processor slowed 4 ×',
    async ({ visit, tag, note }) => {
      const guest = await visit({ tag: tag() })
      const { page, launcher, chat, field } = guest
      await guest.opens()
      await chat.getByRole('button', { name: 'More' }).waitFor()
      await guest.closes()
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      const isStill = () =>
        page.waitForFunction(() => {
          const panel = document.querySelector('parley-chat')!.shadowRoot!.querySelector('section')!
          return panel.getAnimations().length === 0
        })
      const opening = await gapsBetweenFrames(page, LASTS_MS, async () => {
        await launcher.click()
        await field.waitFor()
        await isStill()
      })
      const closing = await gapsBetweenFrames(page, LASTS_MS, async () => {
        await page.keyboard.press('Escape')
        await chat.waitFor({ state: 'hidden' })
      })
      note('opening', figure(opening))
      note('closing', figure(closing))
      // Two frames show that it moves; how many more there are depends on what else the machine does.
      expect(Math.min(opening.length, closing.length)).toBeGreaterThan(0)
    },
    { only: 'Chromium', because: 'measured by Chromium’s own protocol' },
  )
})
