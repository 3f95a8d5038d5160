import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { listAssistantTests } from '#contracts/assistant-tests.ts'
import { getAssistant, updateAssistant } from '#contracts/assistants.ts'
import { replyToConversation } from '#contracts/conversations.ts'
import { createKnowledgeBase } from '#contracts/knowledge.ts'
import { listKnowledgeEntries } from '#contracts/knowledge-entries.ts'
import { dismissProposal, sendProposal } from '#contracts/proposals.ts'
import { settled, violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { idle } from '../support/idle.ts'
import { openSignInLink } from '../support/people.ts'
import { asked, draftOf, params } from '../support/proposals.ts'
import { createVisitor, starterAssistant } from '../support/visitor.ts'

const shots = process.env['PARLEY_LEARNING_SHOTS']

/** Saves screenshots of a page for manual review: light, dark, narrow and from right to left. */
async function shoot(page: Page, name: string): Promise<void> {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  const save = async (kind: string) => {
    await settled(page)
    await page.screenshot({ path: `${shots}/${name}-${kind}.png` })
  }
  const size = page.viewportSize()!
  await save('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await save('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  await save('rtl')
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'))
  await page.setViewportSize({ width: 400, height: 800 })
  await save('narrow')
  await page.setViewportSize(size)
}

/** An operator with a knowledge base that the starter assistant uses. */
async function operator() {
  const desk = await startDesk()
  const { id } = await starterAssistant(desk)
  const { data: base } = await desk.call(createKnowledgeBase, { body: { name: 'Bakery' } })
  await desk.call(updateAssistant, { params: { id }, body: { knowledgebase_id: base.id } })
  const page = await chromium.person({ viewport: { width: 1280, height: 800 } })
  await openSignInLink(page, await desk.signInLink())
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return { desk, page, assistant: id }
}

test('a good answer becomes knowledge in two clicks, answers the next visitor, and is edited and deleted in the table with undo', async () => {
  const { desk, page } = await operator()
  const visitor = await createVisitor(desk)
  await visitor.say('May I bring my dog?')
  await idle(desk.context.db)
  const { data: reply } = await desk.call(replyToConversation, {
    ...params(visitor),
    body: {
      client_id: crypto.randomUUID(),
      content: 'Dogs are welcome on the terrace, on a lead.',
    },
  })
  await page.goto(`${desk.url}/app/knowledge/entries`)
  await page.getByText('No questions and answers yet').waitFor()
  await shoot(page, 'entries-empty')
  expect(await violations(page)).toEqual([])

  await page.goto(`${desk.url}/app/inbox/${visitor.conversationId}`)
  const answer = page.getByRole('article').filter({ hasText: 'Dogs are welcome' })
  await answer.hover()
  await answer.getByRole('button', { name: 'Add to knowledge' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to knowledge' })
  await dialog.getByText('Used by').waitFor()
  expect(await dialog.getByLabel('Question').inputValue()).toBe('May I bring my dog?')
  await shoot(page, 'add')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await page.getByText('Added to Bakery.').waitFor()

  // The next visitor gets the answer.
  const next = await createVisitor(desk)
  await next.say('Can I bring my dog?')
  await page.goto(`${desk.url}/app/inbox/${next.conversationId}`)
  await page.getByRole('log').getByText('welcome on the terrace').waitFor()

  await page.goto(`${desk.url}/app/knowledge`)
  await page.getByRole('link', { name: 'Questions and answers' }).click()
  const table = page.getByRole('table', { name: 'Questions and answers' })
  const link = table.getByRole('link', { name: 'Conversation' })
  expect(await link.getAttribute('href')).toContain(
    `${visitor.conversationId}?message=${reply.seq}`,
  )
  await shoot(page, 'entries')
  expect(await violations(page)).toEqual([])

  // Edited in its row, by keyboard alone.
  const row = table.locator('tbody tr')
  await row.focus()
  await page.keyboard.press('Enter')
  await shoot(page, 'entries-editing')
  expect(await violations(page)).toEqual([])
  await row.getByRole('textbox', { name: 'Answer' }).fill(' ')
  await page.keyboard.press('Control+Enter')
  await row.getByRole('alert').waitFor()
  await row.getByRole('textbox', { name: 'Answer' }).fill('Only on the terrace, sorry.')
  await page.keyboard.press('Control+Enter')
  await row.getByText('Only on the terrace').waitFor()
  expect(await row.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await row.getByRole('textbox', { name: 'Question' }).fill('Something else?')
  await page.keyboard.press('Escape')
  await row.getByText('May I bring my dog?').waitFor()

  await row.getByRole('button', { name: 'Delete: May I bring my dog?' }).click()
  await page.getByText('No questions and answers yet').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await row.getByText('Only on the terrace').waitFor()
})

test('corrections become an entry, a test and an instruction that is shown before it is saved, or are dismissed with undo', async () => {
  const { desk, page, assistant } = await operator()
  await page.goto(`${desk.url}/app/knowledge/corrections`)
  await page.getByText('Nothing to correct yet').waitFor()
  await shoot(page, 'corrections-empty')
  for (const sent of ['Nothing at all.', 'Not a cent.', 'Zero.']) {
    const visitor = await asked(desk)
    const { id, content } = await draftOf(desk, visitor)
    const edited = { proposal_id: id, content: `${sent} ${content}` }
    await desk.call(sendProposal, { ...params(visitor), body: edited })
  }
  const replaced = await asked(desk)
  await draftOf(desk, replaced)
  await desk.call(dismissProposal, params(replaced))
  await desk.call(replyToConversation, {
    ...params(replaced),
    body: { client_id: crypto.randomUUID(), content: 'It is free of charge.' },
  })
  await page.reload()
  const cards = page.locator('.correction')
  await page.getByText('4 corrections').waitFor()
  await shoot(page, 'corrections')
  expect(await violations(page)).toEqual([])

  await cards.first().getByRole('button', { name: 'Add to knowledge' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Used by').waitFor()
  expect(await dialog.getByLabel('Answer').inputValue()).toBe('It is free of charge.')
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await page.getByText('3 corrections').waitFor()

  await cards.first().getByRole('button', { name: 'Save as test' }).click()
  await shoot(page, 'correction-test')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save as test' }).click()
  await page.getByText('2 corrections').waitFor()
  const { data: tests } = await desk.call(listAssistantTests, { params: { id: assistant } })
  expect(tests).toMatchObject([
    { lines: [{ say: 'What does Parley cost?', expectations: [{ kind: 'judged' }] }] },
  ])

  await cards.first().getByRole('button', { name: 'Add instruction' }).click()
  await dialog.getByLabel('Instruction', { exact: true }).fill('Say that it costs not a cent.')
  const preview = dialog.getByRole('region', { name: 'Prompt with the new instruction' })
  await preview.getByText('Say that it costs not a cent.').waitFor()
  await shoot(page, 'correction-instruction')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add to prompt' }).click()
  await page.getByText('1 correction', { exact: true }).waitFor()
  const { system_prompt } = await desk.call(getAssistant, { params: { id: assistant } })
  expect(system_prompt).toMatch(/\n\nSay that it costs not a cent\.$/)

  await cards.first().getByRole('button', { name: 'Dismiss' }).click()
  await page.getByText('Nothing to correct yet').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByText('1 correction', { exact: true }).waitFor()
})

test('unanswered questions are grouped by meaning, and the reply of a person becomes their answer', async () => {
  const { desk, page } = await operator()
  await page.goto(`${desk.url}/app/knowledge/unanswered`)
  await page.getByText('No open questions').waitFor()
  await shoot(page, 'unanswered-empty')
  const first = await createVisitor(desk)
  await first.say('May I bring my dog?')
  await idle(desk.context.db)
  await desk.call(replyToConversation, {
    ...params(first),
    body: { client_id: crypto.randomUUID(), content: 'Dogs are welcome on the terrace.' },
  })
  for (const question of ['Are dogs allowed?', 'Do you deliver to Norway?']) {
    await (await createVisitor(desk)).say(question)
    await idle(desk.context.db)
  }
  await page.reload()
  await page.getByText('2 questions').waitFor()
  const groups = page.locator('.question-group')
  await groups.first().getByText('Asked 2 times').waitFor()
  await groups.first().getByRole('button', { name: 'Show examples' }).click()
  await groups.first().getByText('Are dogs allowed?').waitFor()
  await shoot(page, 'unanswered')
  expect(await violations(page)).toEqual([])

  await groups.first().getByRole('button', { name: 'Draft an answer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('replied in a conversation').waitFor()
  expect(await dialog.getByLabel('Question').inputValue()).toBe('May I bring my dog?')
  expect(await dialog.getByLabel('Answer').inputValue()).toBe('Dogs are welcome on the terrace.')
  await dialog.getByText('Used by').waitFor()
  await shoot(page, 'unanswered-draft')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await page.getByText('1 question', { exact: true }).waitFor()
  const { data: entries } = await desk.call(listKnowledgeEntries)
  expect(entries).toMatchObject([{ conversation_id: first.conversationId }])

  // Nobody has answered the other one: nothing is made up.
  await groups.first().getByRole('button', { name: 'Draft an answer' }).click()
  await dialog.getByText('Nobody has answered this').waitFor()
  expect(await dialog.getByLabel('Answer').inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await groups.first().getByRole('button', { name: 'Dismiss' }).click()
  await page.getByText('No open questions').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await groups.first().getByText('Do you deliver to Norway?').waitFor()
})
