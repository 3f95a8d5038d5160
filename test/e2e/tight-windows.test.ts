import { expect, test } from 'vitest'
import { endConversation } from '#contracts/conversations.ts'
import { updateProfile } from '#contracts/operators.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { signedInOwner } from '../support/operators.ts'
import { openSignInLink } from '../support/people.ts'
import { createVisitor, starterAssistant } from '../support/visitor.ts'

test('in a low, narrow window nothing runs out of its place', async () => {
  const desk = await startDesk()
  const { call } = await signedInOwner(desk)
  await call(updateProfile, {
    body: { name: 'Maximiliane von Hohenstein-Württemberg zu Falkenburg', email: null },
  })
  const { id } = await starterAssistant(desk)
  const page = await chromium.person({ viewport: { width: 1440, height: 600 } })
  await openSignInLink(page, await desk.signInLink())
  const sidebar = page.locator('.navigation')
  const account = page.locator('.navigation-account')
  await account.getByText(/^Maximiliane/).waitFor()
  const endOf = async (of: typeof sidebar) => {
    const { x, width } = (await of.boundingBox())!
    return x + width
  }
  expect(await endOf(account)).toBeLessThanOrEqual(await endOf(sidebar))

  // Places below the edge of the list are announced by a shadow at it.
  await page.setViewportSize({ width: 1100, height: 700 })
  const places = page.locator('.navigation-places')
  expect(await places.evaluate((list) => list.scrollHeight - list.clientHeight)).toBeGreaterThan(0)
  // Settings do not scroll with them: an update that is ready is shown there.
  const settings = (await sidebar.getByRole('link', { name: 'Settings' }).boundingBox())!
  expect(settings.y + settings.height).toBeLessThan(700)
  const edge = { x: 0, y: 0, width: 0, height: 6 }
  const atEdge = async () => {
    const { x, y, width, height } = (await places.boundingBox())!
    const clip = { ...edge, x: x + 4, y: y + height - edge.height, width: width - 8 }
    return page.screenshot({ clip, animations: 'disabled' })
  }
  // The words at the edge are not what differs.
  await places.locator('.navigation-group').evaluateAll((all) => {
    for (const one of all) (one as HTMLElement).style.visibility = 'hidden'
  })
  const shaded = await atEdge()
  await places.evaluate((list) => list.scrollTo(0, list.scrollHeight))
  expect((await atEdge()).equals(shaded)).toBe(false)

  await page.setViewportSize({ width: 1100, height: 900 })
  await page.goto(`${desk.url}/app/assistants/${id}/embed`)
  const theme = page.getByRole('group', { name: 'Theme' })
  await theme.waitFor()
  expect(await theme.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)

  await page.goto(`${desk.url}/app/settings/limits`)
  const term = page.getByText('Maximum JSON request', { exact: true })
  await term.waitFor()
  const lines = await term.evaluate(
    (element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
  )
  expect(lines).toBeLessThan(1.5)
})

test('on a phone a contact’s timeline shows all its filters, and an unknown address has a button of its own width', async () => {
  const desk = await startDesk()
  const visitor = await createVisitor(desk)
  await visitor.say('Hello')
  const page = await chromium.person({ viewport: { width: 390, height: 844 } })
  await openSignInLink(page, await desk.signInLink())
  await page.goto(`${desk.url}/app/contacts/${visitor.id}`)
  const filters = page.getByRole('group', { name: 'Filter timeline' })
  await filters.waitFor()
  const { x, width } = (await filters.boundingBox())!
  const labels = await filters.locator('.segment').all()
  expect(labels.length).toBeGreaterThan(4)
  for (const label of labels) {
    const box = (await label.boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(x)
    expect(box.x + box.width).toBeLessThanOrEqual(x + width)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  await page.setViewportSize({ width: 1100, height: 700 })
  await page.goto(`${desk.url}/app/nowhere`)
  const home = page.getByRole('main').getByRole('link')
  await home.waitFor()
  expect((await home.boundingBox())!.width).toBeLessThan(300)
})

test('on a phone the composer’s tools are in two lines with Send in the last, and the thread’s head is in one', async () => {
  const desk = await startDesk()
  const visitor = await createVisitor(desk)
  await visitor.say('Hello')
  await desk.call(endConversation, { params: { uuid: visitor.conversationId } })
  const page = await chromium.person({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  })
  await openSignInLink(page, await desk.signInLink())
  // With longer words than in English.
  await page.evaluate(() => localStorage.setItem('parley.language', 'de'))
  await page.goto(`${desk.url}/app/inbox/${visitor.conversationId}`)
  const linesOf = (selector: string) =>
    page.locator(selector).evaluateAll((all) => {
      const shown = all.map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0)
      return new Set(shown.map(({ top, height }) => Math.round(top + height / 2))).size
    })
  await page.locator('.composer-tools').waitFor()
  expect(await linesOf('.composer-tools :is(.button, .icon-button)')).toBe(2)
  expect(await linesOf('.thread-head > :is(.thread-back, .dial, .floating-anchor)')).toBe(1)
}, 60_000)
