import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { openSignInLink } from '../support/people.ts'
import { createVisitor } from '../support/visitor.ts'

test('an operator blocks a visitor, who is told calmly, and unblocks them from the list', async () => {
  const desk = await startDesk()
  const visitor = await createVisitor(desk)
  await visitor.say('You are all idiots')
  const page = await chromium.person({
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  })
  await openSignInLink(page, await desk.signInLink())
  await page.goto(`${desk.url}/app/inbox/${visitor.conversationId}`)
  await page.getByRole('log').getByText('You are all idiots').waitFor()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Conversation actions' }).click()
  await page.getByRole('menuitem', { name: 'Block sender…' }).click()
  const browser = dialog.getByRole('checkbox', { name: 'This browser' })
  await browser.waitFor()
  expect(await browser.evaluate((element) => element === document.activeElement)).toBe(true)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Insults')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Block' }).click()
  await page.getByText('Sender blocked.').waitFor()
  await page.getByRole('log').getByText('blocked the sender: Insults').waitFor()
  await expect(visitor.say('Hello?')).rejects.toMatchObject({ status: 403 })

  await page.goto(`${desk.url}/app/settings/blocked`)
  await page.getByRole('row').getByText('Insults').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: /^Unblock/ }).click()
  await page.getByText('No one is blocked').waitFor()
  await visitor.say('Sorry.')
}, 120_000)
