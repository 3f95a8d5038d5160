import { expect, test } from 'vitest'
import { updateAssistant } from '#contracts/assistants.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { createdBase, fileOf, readDocument } from '../support/knowledge.ts'
import { openSignInLink } from '../support/people.ts'
import { createVisitor, starterAssistant } from '../support/visitor.ts'

test('by keyboard, an operator sees the sources behind an answer and returns to where they were', async () => {
  const desk = await startDesk()
  const { id } = await starterAssistant(desk)
  const base = await createdBase(desk)
  await readDocument(
    desk,
    base,
    fileOf('pets.md', '# Dogs\n\nDogs are welcome on the terrace and in the garden.\n'),
  )
  await desk.call(updateAssistant, { params: { id }, body: { knowledgebase_id: base } })
  const visitor = await createVisitor(desk)
  await visitor.say('Are dogs welcome?')
  const page = await chromium.person({ viewport: { width: 1280, height: 900 } })
  await openSignInLink(page, await desk.signInLink())
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.goto(`${desk.url}/app/inbox/${visitor.conversationId}`)
  const actions = page.getByRole('toolbar', { name: 'Message actions' }).last()
  await actions.getByRole('button', { name: 'Copy text' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Why this answer' })
  await panel.getByText('pets.md').waitFor()
  await panel.getByText('Dogs are welcome on the terrace').waitFor()
  await panel.getByText('Built-in (offline)').waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  const why = actions.getByRole('button', { name: 'Why this answer?' })
  expect(await why.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await actions.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')

  // The greeting is a fixed text.
  const greeting = page.getByRole('log').getByRole('toolbar', { name: 'Message actions' }).first()
  await greeting.getByRole('button', { name: 'Why this answer?' }).focus()
  await page.keyboard.press('Enter')
  await panel.getByText(/^No model wrote this message/).waitFor()
  expect(await violations(page)).toEqual([])
})
