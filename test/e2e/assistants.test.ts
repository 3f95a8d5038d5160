import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { getAssistantSettings } from '#contracts/assistant-settings.ts'
import { listAssistantVersions } from '#contracts/assistant-versions.ts'
import { listAllAssistants, updateAssistant } from '#contracts/assistants.ts'
import { listConversations } from '#contracts/conversations.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { type Desk, startDesk } from '../support/desk.ts'
import { openSignInLink } from '../support/people.ts'
import { temporaryFolder } from '../support/server.ts'

const wide = { viewport: { width: 1440, height: 900 } }

async function signedIn(): Promise<{ life: Desk; page: Page }> {
  const life = await startDesk()
  const page = await chromium.person(wide)
  page.setDefaultTimeout(10_000)
  await openSignInLink(page, await life.signInLink())
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return { life, page }
}

const instructions = (page: Page) => page.getByRole('textbox', { name: 'Instructions' })
const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })
const settings = (life: Desk, id = 1) => life.call(getAssistantSettings, { params: { id } })

test('an assistant starts from a template and is edited across sections, with errors shown beside the fields', async () => {
  const { life, page } = await signedIn()
  await page.goto(`${life.url}/app/assistants`)
  await page.getByRole('link', { name: 'New assistant' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Front desk')
  await page.getByRole('radio', { name: /^Take bookings/ }).check()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Create and continue' }).click()
  await page.getByRole('heading', { name: 'Front desk', level: 1 }).waitFor()
  await expect.poll(() => instructions(page).inputValue()).toContain('{{current_date}}')

  // Search finds a setting by its API name and goes to it.
  await page.keyboard.press('/')
  await page.keyboard.type('reengagement_prompt')
  await page.keyboard.press('Enter')
  const prompt = page.getByRole('textbox', { name: 'Check-in message' })
  await expect.poll(() => prompt.evaluate((field) => field === document.activeElement)).toBe(true)
  await prompt.fill('Ask whether they are still there.')

  await page.getByRole('switch', { name: 'Call webhook' }).click()
  await page.getByRole('textbox', { name: 'Name 1', exact: true }).fill('X')
  await bar(page).getByText('3 changes').waitFor()
  await page.keyboard.press('Control+s')
  await page
    .getByText('The webhook url field is required when is webhook active is true.')
    .waitFor()
  await page.getByText('The post call schema.0.name must be at least 3 characters.').waitFor()
  await bar(page).getByText('2 settings need attention').waitFor()
  expect(await violations(page)).toEqual([])
  expect((await settings(life, 2)).version.number).toBe(1)

  await page.getByRole('textbox', { name: 'Name 1', exact: true }).fill('day')
  await page.getByRole('textbox', { name: 'Call webhook URL' }).fill('https://example.com/hook')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved as version 2.').waitFor()
  await expect.poll(() => bar(page).count()).toBe(0)
  expect((await settings(life, 2)).fields).toMatchObject({
    name: 'Front desk',
    reengagement_prompt: 'Ask whether they are still there.',
    is_webhook_active: true,
    webhook_url: 'https://example.com/hook',
  })
}, 60_000)

test('the playground answers from the unsaved draft, which survives a reload and is not discarded by accident', async () => {
  const { life, page } = await signedIn()
  await life.call(updateAssistant, { params: { id: 1 }, body: { knowledgebase_id: null } })
  await page.goto(`${life.url}/app/assistants/1`)
  await instructions(page).fill('You answer for a bakery. Our opening hours are 7 to 11 every day.')
  const say = page.getByRole('textbox', { name: 'Message the draft' })
  await say.fill('What are your opening hours?')
  await say.press('Enter')
  const play = page.getByRole('region', { name: 'Playground' })
  await play
    .getByText(/7 to 11/)
    .first()
    .waitFor()
  await play.getByRole('button', { name: 'What the model sees' }).click()
  await page
    .getByRole('dialog')
    .getByText(/You answer for a bakery/)
    .waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect((await life.call(listConversations)).total).toBe(0)
  expect((await settings(life)).fields.system_prompt).not.toContain('bakery')

  await page.getByRole('link', { name: 'Inbox' }).first().click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => page.url()).toContain('/app/assistants/1')

  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await bar(page).getByText('Restored unsaved changes').waitFor()
  await expect.poll(() => instructions(page).inputValue()).toContain('bakery')

  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => instructions(page).inputValue()).not.toContain('bakery')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => instructions(page).inputValue()).toContain('bakery')
}, 60_000)

test('versions are compared and restored, and a concurrent change is announced and merged', async () => {
  const { life, page } = await signedIn()
  const params = { id: 1 }
  await life.call(updateAssistant, { params, body: { name: 'Second', record: true } })
  await page.goto(`${life.url}/app/assistants/1`)
  await page.getByRole('button', { name: 'Versions' }).click()
  const drawer = page.getByRole('dialog', { name: 'Versions' })
  await drawer.getByText('by API key “First key”').first().waitFor()
  await drawer.getByRole('region', { name: 'Version 2' }).getByText('Record calls').waitFor()
  expect(await violations(page)).toEqual([])
  await drawer.getByRole('button', { name: /^Version 1/ }).click()
  await drawer.getByRole('button', { name: 'Restore this version' }).click()
  await page.getByText('Version 1 restored.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Parley guide', level: 1 }).waitFor()
  const { data } = await life.call(listAssistantVersions, { params })
  expect(data.map(({ restored_from }) => restored_from)).toEqual([1, null, null])

  // Another operator saves while this page has unsaved edits.
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mine')
  await instructions(page).fill('My instructions.')
  await life.call(updateAssistant, { params, body: { name: 'Theirs', ringing_time: 12 } })
  await page.getByText(/saved another version while you were editing/).waitFor()
  await page.keyboard.press('Control+s')
  const merge = page.getByRole('dialog', { name: 'Edited at the same time' })
  await merge.getByText('You both changed these settings.').waitFor()
  expect(await violations(page)).toEqual([])
  await merge.getByRole('radio', { name: 'Theirs' }).click({ force: true })
  await merge.getByRole('button', { name: 'Apply my changes' }).click()
  await bar(page).getByText('1 change', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved as version 5.').waitFor()
  expect((await settings(life)).fields).toMatchObject({
    name: 'Theirs',
    ringing_time: 12,
    system_prompt: 'My instructions.',
  })
}, 60_000)

test('an assistant is exported, imported with a replacement, duplicated, deleted and restored', async () => {
  const { life, page } = await signedIn()
  await page.goto(`${life.url}/app/assistants`)
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await row('Parley guide').getByRole('button', { name: 'More actions for Parley guide' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export as JSON' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Parley guide.assistant.json')
  const document = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(document).toMatchObject({ parley_assistant: 1, fields: { language: 'en' } })

  const file = path.join(temporaryFolder(), 'moved.json')
  const fields = { ...document.fields, name: 'Moved', voice: 'nobody', knowledgebase: 'Nothing' }
  await writeFile(file, JSON.stringify({ ...document, fields }))
  await page.getByRole('button', { name: 'Import' }).click()
  await page.getByLabel('Choose file').last().setInputFiles(file)
  const dialog = page.getByRole('dialog', { name: 'Import assistant' })
  await dialog.getByText('There is no knowledge base “Nothing” here.').waitFor()
  expect(await violations(page)).toEqual([])
  const create = dialog.getByRole('button', { name: 'Create assistant' })
  await expect.poll(() => create.isDisabled()).toBe(true)
  await dialog.getByRole('combobox', { name: 'Voice' }).click()
  await page.getByRole('option', { name: 'Ava' }).click()
  await expect.poll(() => create.isDisabled()).toBe(false)
  await create.click()
  await page.getByRole('heading', { name: 'Moved', level: 1 }).waitFor()

  await page.goto(`${life.url}/app/assistants`)
  await row('Moved').getByRole('button', { name: 'More actions for Moved' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await row('Moved (copy)').waitFor()
  expect(await violations(page)).toEqual([])
  await row('Parley guide').getByRole('button', { name: 'More actions for Parley guide' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText('Parley guide deleted.').waitFor()
  await expect.poll(() => row('Parley guide').count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await row('Parley guide').getByText('Active', { exact: true }).waitFor()
  const all = await life.call(listAllAssistants)
  expect(all.map(({ name, status }) => `${name}: ${status}`)).toEqual([
    'Parley guide: active',
    'Moved: inactive',
    'Moved (copy): inactive',
  ])
}, 60_000)
