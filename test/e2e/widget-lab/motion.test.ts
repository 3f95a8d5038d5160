import type { Page } from 'playwright'
import { expect } from 'vitest'
import { type Bench, lab } from '../../support/lab.ts'
import { type Motion, motionDuring } from '../../support/lab-frames.ts'

/** True on a machine that does nothing else, where late frames are a failure and not only a figure. */
const IS_QUIET = Boolean(process.env['PARLEY_LAB_QUIET'])

/** Number of times that each animation is traced. */
const ROUNDS = IS_QUIET ? 10 : 2

/** Largest share of frames that may be late on a quiet machine. */
const MAX_LATE = 0.05

const CHROMIUM = { only: 'Chromium', because: 'measured by Chromium’s own protocol' } as const

/** Waits until nothing in the chat moves but the dots of an answer. */
const isStill = (page: Page) =>
  page.waitForFunction(() => {
    const root = document.querySelector('parley-chat')!.shadowRoot!
    return root.getAnimations().every(({ effect }) => effect!.getTiming().iterations !== 1)
  })

/** A guest with a loaded and closed chat, on a page whose processor is slowed. */
async function slowed({ visit, tag }: Bench) {
  const guest = await visit({ tag: tag() })
  const { page, chat } = guest
  await guest.opens()
  await chat.getByRole('button', { name: 'More' }).waitFor()
  await guest.closes()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return guest
}

/** Frames of an animation in all rounds. */
function sumOf(motions: readonly Motion[]) {
  let [shown, late] = [0, 0]
  for (const { presented, dropped } of motions) {
    shown += presented
    late += dropped
  }
  return { shown, late, words: `${shown} frames, ${late} late, in ${motions.length} times` }
}

lab('How it moves', (row) => {
  row(
    'opening, closing and messages that enter are animated by the compositor, with the processor slowed 4 ×',
    async (bench) => {
      const { page, launcher, chat, field, opens, closes, asks } = await slowed(bench)
      const traced: Record<string, Motion[]> = { opening: [], closing: [], messages: [] }
      for (let round = 0; round < ROUNDS; round += 1) {
        traced['opening']!.push(
          await motionDuring(page, async () => {
            await launcher.click()
            await field.waitFor()
            await isStill(page)
          }),
        )
        traced['closing']!.push(
          await motionDuring(page, async () => {
            await page.keyboard.press('Escape')
            await chat.waitFor({ state: 'hidden' })
          }),
        )
        await opens()
        await isStill(page)
        traced['messages']!.push(
          await motionDuring(page, async () => {
            await asks(round % 2 ? 'Which licence does Parley have?' : undefined, /MIT|free/)
            await isStill(page)
          }),
        )
        await closes()
      }
      for (const [what, motions] of Object.entries(traced)) {
        const { shown, late, words } = sumOf(motions)
        bench.note(what, words)
        for (const { animated, refused } of motions) {
          // What a closed chat becomes at the end, `display: none`, moves nothing.
          expect([what, refused.filter((name) => name !== 'display')]).toEqual([what, []])
          expect(['blink', 'display', 'opacity', 'translate']).toEqual(
            expect.arrayContaining([...animated]),
          )
          expect(animated).toEqual(expect.arrayContaining(['opacity', 'translate']))
        }
        // How many frames there are depends on what else the machine does.
        expect(shown).toBeGreaterThan(0)
        if (IS_QUIET) expect([what, late / (shown + late) <= MAX_LATE]).toEqual([what, true])
      }
    },
    CHROMIUM,
  )

  row(
    'opening and closing go on while the page’s own thread is blocked',
    async (bench) => {
      const { page, launcher } = await slowed(bench)
      /** Opens or closes the chat, and blocks the page for most of the time that it takes. */
      const toggles = () =>
        motionDuring(page, async () => {
          await launcher.evaluate(async (button: HTMLElement) => {
            const panel = () => (button.getRootNode() as ShadowRoot).querySelector('section')!
            button.click()
            while (panel().getAnimations().length === 0) await new Promise(requestAnimationFrame)
            await Promise.all(
              panel()
                .getAnimations()
                .map(({ ready }) => ready),
            )
            performance.mark('blocked')
            const until = performance.now() + 120
            while (performance.now() < until);
            performance.mark('free')
          })
          await isStill(page)
        })
      for (const what of ['opening', 'closing']) {
        const { presentedWhileBlocked: shown } = await toggles()
        bench.note(`${what}, in 120 ms without the page`, `${shown} frames`)
        expect([what, shown > 0]).toEqual([what, true])
      }
    },
    CHROMIUM,
  )
})
