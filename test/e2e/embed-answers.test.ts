import { expect, test } from 'vitest'
import { getAnswerPack } from '#contracts/answer-packs.ts'
import { updateAssistant } from '#contracts/assistants.ts'
import { createKnowledgeEntry } from '#contracts/knowledge-entries.ts'
import { violations } from '../support/axe.ts'
import { startDesk } from '../support/desk.ts'
import { wizard } from '../support/embed-wizard.ts'
import { createdBase } from '../support/knowledge.ts'
import { starterAssistant } from '../support/visitor.ts'

test('passages are approved and published for an own copy, whose code then pins the key, until the knowledge changes', async () => {
  const life = await startDesk()
  const { id } = await starterAssistant(life)
  const knowledgebase_id = await createdBase(life)
  await life.call(updateAssistant, { params: { id }, body: { knowledgebase_id } })
  const add = (question: string, answer: string) =>
    life.call(createKnowledgeEntry, { body: { knowledgebase_id, question, answer } })
  await add('May I bring my dog?', 'Dogs are welcome on the terrace.')
  await add('When do you open?', 'We open at nine.')
  const { page } = await wizard(life)
  await page.getByRole('tab', { name: 'Self-hosted' }).click()
  const section = page.getByRole('region', { name: 'Answers while Parley can’t be reached' })
  await section.getByRole('searchbox', { name: 'Search passages' }).fill('terrace')
  await section.getByRole('checkbox', { name: 'When do you open?' }).waitFor({ state: 'detached' })
  await section.getByRole('checkbox', { name: 'May I bring my dog?' }).check()
  await section.getByText('1 of at most 200 passages selected').waitFor()
  await section.getByRole('button', { name: 'Approve and publish' }).click()
  await section.getByText(/^Published .*: 1 passage, /).waitFor()
  const { published } = await life.call(getAnswerPack, { params: { id } })
  await page.getByText(`data-answers="${published!.public_key}"`).waitFor()
  const download = page.waitForEvent('download')
  await section.getByRole('link', { name: 'Download files with answers (ZIP)' }).click()
  expect((await download).suggestedFilename()).toBe('parley-widget.zip')
  expect(await violations(page)).toEqual([])

  await add('Where can I park?', 'Behind the house.')
  await page.reload()
  await page.getByRole('tab', { name: 'Self-hosted' }).click()
  await section.getByText(/^The knowledge has changed since/).waitFor()
}, 60_000)
