import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { delayAnswers } from '../support/holds.ts'
import { onlookers } from '../support/onlookers.ts'
import { colleague } from '../support/operators.ts'
import { operatorOn } from '../support/people.ts'

test('an operator holds an answer with Escape, edits it, whispers with Tab and releases with Enter, and the visitor sees only what was let through', async () => {
  const { life, visitor, operator } = await onlookers()
  const { page } = operator
  await delayAnswers(life, 5)
  const bar = page.getByRole('region', { name: 'Answer on its way' })
  const text = bar.getByRole('textbox', { name: 'Rest of the answer' })
  const ben = await colleague(life, 'Ben')
  const second = operatorOn(await chromium.person())
  await second.page
    .context()
    .addCookies([
      { name: ben.cookie.split('=')[0]!, value: ben.cookie.split('=')[1]!, url: life.url },
    ])
  await second.page.goto(page.url())
  await second.thread.waitFor()

  await visitor.say('What does Parley cost?')
  await bar.getByRole('button', { name: /^Hold/ }).waitFor()
  // Even from the field of a reply.
  await page.getByRole('textbox', { name: /^Reply to/ }).press('Escape')
  await text.waitFor()
  await expect.poll(() => text.inputValue(), { timeout: 10_000 }).toMatch(/free.*charge you\.$/)
  await expect.poll(() => text.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await violations(page)).toEqual([])
  await second.page.getByText(/is holding this answer\.$/).waitFor()
  expect(await second.page.getByRole('button', { name: /^Hold/ }).count()).toBe(0)
  expect(await visitor.log.textContent()).not.toContain('free')
  // Escape keeps it: it must not close the conversation.
  await page.keyboard.press('Escape')
  await text.fill('Nothing at all.')
  await page.keyboard.press('Enter')
  await visitor.log.getByText('Nothing at all.').waitFor()
  await operator.thread.getByText(/^Edited by .+ before it was sent/).waitFor()
  await bar.waitFor({ state: 'detached' })

  await visitor.say('Which licence does it have?')
  await bar.getByRole('button', { name: /^Hold/ }).waitFor()
  // Its corner, where no message has buttons.
  await page.getByRole('log', { name: 'Messages' }).click({ position: { x: 4, y: 4 } })
  await page.keyboard.press('Tab')
  await bar.getByRole('textbox', { name: 'Hint for the assistant' }).waitFor()
  await page.keyboard.type('What about phones?')
  await page.keyboard.press('Enter')
  await operator.thread.getByText(/to the assistant: What about phones\?$/).waitFor()
  await expect.poll(() => text.inputValue(), { timeout: 10_000 }).not.toBe('')
  await text.press('Enter')
  await bar.waitFor({ state: 'detached' })
  await visitor.log.getByText(/MIT/).waitFor()
  expect(await visitor.log.textContent()).not.toContain('What about phones?')
})

test('what a person sends in place of a held answer is a correction, with its uses', async () => {
  const { life, visitor, operator } = await onlookers()
  const { page } = operator
  await delayAnswers(life, 5)
  const bar = page.getByRole('region', { name: 'Answer on its way' })
  const text = bar.getByRole('textbox', { name: 'Rest of the answer' })
  const holdNext = async (question: string) => {
    await visitor.say(question)
    await bar.getByRole('button', { name: /^Hold/ }).click()
    await expect.poll(() => text.inputValue(), { timeout: 10_000 }).not.toBe('')
  }
  await holdNext('What does Parley cost?')
  await text.fill('Nothing at all.')
  await text.press('Enter')
  await visitor.log.getByText('Nothing at all.').waitFor()

  await holdNext('Which licence does it have?')
  await bar.getByRole('button', { name: 'Discard the rest' }).click()
  await operator.thread.getByText(/discarded the rest of the assistant’s answer$/).waitFor()
  const reply = page.getByRole('textbox', { name: /^Reply to/ })
  await reply.fill('A free one.')
  await reply.press('Enter')
  await visitor.log.getByText('A free one.').waitFor()

  await page.goto(`${life.url}/app/knowledge/corrections`)
  await page.getByText('2 corrections').waitFor()
  const [replaced, edited] = await page.locator('.correction').all()
  await replaced!.getByText('Which licence does it have?').waitFor()
  await replaced!.getByText('A free one.').waitFor()
  await edited!.getByText('What does Parley cost?').waitFor()
  await edited!.getByText(/edited the answer of/).waitFor()
  const shots = process.env['PARLEY_LEARNING_SHOTS']
  if (shots) await page.screenshot({ path: `${shots}/held.png` })
  expect(await violations(page)).toEqual([])
  await edited!.getByRole('button', { name: 'Save as test' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save as test' }).click()
  await page.getByText('1 correction', { exact: true }).waitFor()
})
