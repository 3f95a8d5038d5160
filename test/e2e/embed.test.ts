import { expect, test } from 'vitest'
import { updateEmbedding } from '#contracts/assistant-embedding.ts'
import { getAssistant, updateAssistant } from '#contracts/assistants.ts'
import { violations } from '../support/axe.ts'
import { startDesk } from '../support/desk.ts'
import { unfold, wizard } from '../support/embed-wizard.ts'

/** A widget configuration that uses every part of the wizard. */
const SETTINGS = {
  position: 'top-left',
  icon: '?!',
  starters: ['What does it cost?'],
  replies: ['Talk to a person'],
  form: [{ name: 'topic', label: 'Topic', type: 'choice', options: ['Sales', 'Support'] }],
  invitation: { text: 'Can we help?', after: 30 },
  hours: [
    [
      ['09:00', '12:00'],
      ['13:00', '17:00'],
    ],
    [],
    [],
    [],
    [],
    [],
    [],
  ],
}

test('questions, a form and office hours are created, previewed, saved, and still there after a reload', async () => {
  const life = await startDesk()
  const { page, preview } = await wizard(life)

  // Two starter questions, written and reordered by keyboard alone.
  await page.getByRole('button', { name: 'Add suggestion' }).press('Enter')
  await page.keyboard.type('Do you ship?')
  await page.keyboard.press('Enter')
  await page.keyboard.type('What does it cost?')
  await page.getByRole('button', { name: 'Move What does it cost?', exact: true }).press('ArrowUp')
  await page.getByText('Now 1 of 2.').waitFor()
  const questions = page.getByRole('group', { name: 'Suggested questions' })
  await expect
    .poll(() => questions.getByRole('textbox').first().inputValue())
    .toBe('What does it cost?')
  await preview.getByRole('button', { name: 'What does it cost?' }).waitFor()
  const handle = questions.getByRole('button', { name: 'Move What does it cost?', exact: true })
  const below = await questions.getByRole('textbox').last().boundingBox()
  await handle.hover()
  await page.mouse.down()
  await page.mouse.move(below!.x, below!.y + below!.height, { steps: 5 })
  await page.mouse.up()
  await expect
    .poll(() => questions.getByRole('textbox').last().inputValue())
    .toBe('What does it cost?')
  await handle.press('Home')
  await expect
    .poll(() => questions.getByRole('textbox').first().inputValue())
    .toBe('What does it cost?')

  // A form whose error is shown beside its field while the rest is kept.
  await unfold(page, 'Pre-chat form')
  await page.getByRole('button', { name: 'Ask for Email' }).click()
  await page.getByRole('button', { name: 'Add question' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Enter a question.').waitFor()
  const label = page.getByRole('textbox', { name: 'Question' }).last()
  await expect.poll(() => label.evaluate((one) => one === document.activeElement)).toBe(true)
  await label.fill('Company size')
  const variable = page.getByRole('textbox', { name: 'Variable' }).last()
  await expect.poll(() => variable.inputValue()).toBe('company_size')

  // The same office hours every day.
  await page.getByRole('switch', { name: 'Set office hours' }).click()
  await page.getByLabel('Monday, until').fill('00:00')
  await page.getByRole('button', { name: 'Copy Monday to' }).click()
  await page.getByRole('menuitem', { name: 'Every day' }).click()
  await expect.poll(() => page.getByLabel('Sunday, until').inputValue()).toBe('00:00')
  await page.getByText(/Now:/).waitFor()

  // Leaving now asks for confirmation.
  await page.getByRole('link', { name: 'Contacts' }).first().click()
  await page.getByText('Your changes aren’t saved').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('Control+s')
  await page.getByText('All websites now show it').waitFor()
  const { widget_settings } = await life.call(getAssistant, { params: { id: 1 } })
  expect(widget_settings).toMatchObject({
    starters: ['What does it cost?', 'Do you ship?'],
    form: [
      { name: 'email', type: 'email', required: true },
      { name: 'company_size', label: 'Company size', type: 'text' },
    ],
    hours: Array.from({ length: 7 }, () => [['09:00', '24:00']]),
  })
  await page.reload()
  await expect.poll(() => page.getByLabel('Sunday, until').inputValue()).toBe('00:00')
  await expect
    .poll(() => questions.getByRole('textbox').first().inputValue())
    .toBe('What does it cost?')
})

test('an invitation can be tried out in the preview, without its delay and regardless of the page', async () => {
  const life = await startDesk()
  const { page, preview } = await wizard(life)
  await unfold(page, 'Invitation')
  await page.getByRole('switch', { name: 'Invite visitors to chat' }).click()
  await page.getByText('contact Parley before the visitor opens the chat').waitFor()
  await page.getByRole('textbox', { name: 'Message' }).fill('Can we help you choose?')
  await page.getByRole('textbox', { name: 'Only on pages matching' }).fill('/pricing')
  await page.getByRole('button', { name: 'Close chat' }).click()
  await page.getByRole('button', { name: 'Start over' }).click()
  await preview.getByText('Can we help you choose?').waitFor()
})

test('the identity secret is hidden until revealed, and rotating it says how long the old one stays valid', async () => {
  const life = await startDesk()
  const { page } = await wizard(life)
  await unfold(page, 'Recognize signed-in users')
  expect(await page.getByText('pids_').count()).toBe(0)
  await page.getByRole('button', { name: 'Show secret' }).click()
  const secret = page.getByRole('region', { name: 'Secret' }).locator('code')
  const first = await secret.innerText()
  expect(first).toMatch(/^pids_/)
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByText('The previous secret is valid until').waitFor()
  await expect.poll(() => secret.innerText()).not.toBe(first)
  await page.getByRole('button', { name: 'Hide', exact: true }).click()
  expect(await page.getByText('pids_').count()).toBe(0)
})

test('an operator whose server websites cannot reach is told so, with the remedy', async () => {
  const life = await startDesk()
  const { page } = await wizard(life)
  await page.getByText('Only this machine.').waitFor()
  await page.getByRole('textbox', { name: 'Add website' }).fill('shop.example.com/contact')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'https://shop.example.com' })
  await row.getByText('Visitors can’t reach this machine').waitFor()
  await page.getByText('How to make it public').click()
  await page.getByText('PARLEY_PUBLIC_URL=').waitFor()
  await row.getByRole('button', { name: /^Remove/ }).click()
  await page.getByText('No websites yet').waitFor()
})

test.each([
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
  ['dark', 390],
] as const)(
  'axe finds no violations in the embed wizard, %s, %i px wide',
  async (colorScheme, width) => {
    const life = await startDesk()
    await life.call(updateEmbedding, {
      params: { id: 1 },
      body: { allowed_origins: ['https://shop.example.com'] },
    })
    await life.call(updateAssistant, { params: { id: 1 }, body: { widget_settings: SETTINGS } })
    const { page } = await wizard(life, { colorScheme, viewport: { width, height: 900 } })
    await page.getByRole('tab', { name: 'Site builders' }).click()
    await page.getByText('How to make it public').click()
    for (const fold of await page.locator('.fold > summary').all()) await fold.click()
    await page.getByRole('button', { name: 'Show secret' }).click()
    await page.getByRole('button', { name: 'Add question' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Enter a question.').waitFor()
    expect(await violations(page)).toEqual([])
  },
)

test('a preview can be framed by Parley and by nobody else', async () => {
  const life = await startDesk()
  const preview = await fetch(`${life.url}/preview`)
  expect(preview.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  expect(preview.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  const app = await fetch(`${life.url}/app/`)
  expect(app.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})
