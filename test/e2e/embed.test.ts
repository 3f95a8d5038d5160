import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { updateEmbedding } from '#contracts/assistant-embedding.ts'
import { getAssistant, updateAssistant } from '#contracts/assistants.ts'
import { useChromium, violations } from '../support/browser.ts'
import { BUILT, type Life, live } from '../support/life.ts'
import { operatorOn, visitorOn } from '../support/people.ts'
import { temporaryFolder } from '../support/server.ts'

const chromium = useChromium()

/** Something of everything that the wizard can make. */
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

/** Somebody's website: one page with a tag in it, under a content security policy. Resolves to its address. */
async function website(tag: string, policy: string): Promise<string> {
  const server = createServer((_req, res) => {
    res.setHeader('content-type', 'text/html; charset=utf-8')
    res.setHeader('content-security-policy', `default-src 'none'; ${policy.replaceAll('\n', ' ')}`)
    res.end(`<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>${tag}</html>`)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The wizard of the first assistant, with its preview. */
async function wizard(life: Life, options: Parameters<typeof chromium.person>[0] = {}) {
  const { page, signIn } = operatorOn(await chromium.person(options))
  await signIn(life)
  await page.goto(`${life.url}/app/assistants/1/embed`)
  await page.getByRole('heading', { name: '1. How it looks' }).waitFor()
  return { page, preview: page.frameLocator('iframe') }
}

/** Opens what is folded away. */
async function unfold(page: Page, title: string): Promise<void> {
  await page.locator('summary', { hasText: title }).click()
}

test('the chat is dressed beside its live preview, and the code that is copied works on a website', async () => {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT })
  const { page, preview } = await wizard(life)

  // The preview is the real chat: it answers.
  const field = preview.getByRole('dialog').getByRole('textbox')
  await field.fill('What does Parley cost?')
  await field.press('Enter')
  await preview.getByRole('log').getByText(/free/i).first().waitFor()

  // What is changed is seen in it; what makes no sense is said beside the field.
  const color = page.getByRole('textbox', { name: 'Colour', exact: true })
  await color.fill('#be18')
  await page.getByText('Write a colour such as').waitFor()
  await color.fill('#be185d')
  await page.getByRole('textbox', { name: 'Words on the button' }).fill('Ask <us> & "them"')
  const launcher = preview.getByRole('button', { name: /^Ask <us> & "them"/ })
  await launcher.waitFor()
  await expect
    .poll(() => launcher.evaluate((button) => getComputedStyle(button).backgroundColor))
    .toBe('rgb(190, 24, 93)')
  await page.getByRole('radio', { name: 'Top left' }).check({ force: true })
  await expect
    .poll(() => launcher.evaluate((button) => button.getBoundingClientRect().top))
    .toBeLessThan(100)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('paste the code again').waitFor()
  await page.locator('label', { hasText: 'Phone' }).click()
  await preview.getByRole('button', { name: /^Ask <us>/ }).waitFor()

  // The pinned tag, on a website of another origin that allows no more than it is told to.
  await page.getByRole('tab', { name: 'Pinned' }).click()
  const tag = await page.getByRole('tabpanel', { name: 'Pinned' }).locator('pre').innerText()
  expect(tag).toContain('integrity="sha384-')
  await unfold(page, 'content security policy')
  const policy = await page.locator('pre', { hasText: 'script-src' }).innerText()
  const stranger = visitorOn(await chromium.person())
  await stranger.page.goto(await website(tag, policy))
  await stranger.page.getByRole('button', { name: /^Ask <us>/ }).click()
  await stranger.say('What does Parley cost?')
  await stranger.log.getByText(/free/i).first().waitFor()
})

test('questions, a form and office hours are made, seen in the preview, saved, and there after a reload', async () => {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT })
  const { page, preview } = await wizard(life)

  // Two questions to begin with, written and put in order by keyboard alone.
  await page.getByRole('button', { name: 'Add a question' }).press('Enter')
  await page.keyboard.type('Do you ship?')
  await page.keyboard.press('Enter')
  await page.keyboard.type('What does it cost?')
  await page.getByRole('button', { name: 'Move What does it cost?', exact: true }).press('ArrowUp')
  await page.getByText('Now 1 of 2.').waitFor()
  const questions = page.getByRole('group', { name: 'Questions to begin with' })
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

  // A form whose mistake is said beside its field, with the rest kept.
  await unfold(page, 'Form before the chat')
  await page.getByRole('button', { name: 'Ask: E-mail' }).click()
  await page.getByRole('button', { name: 'Another question' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Write what is asked.').waitFor()
  const label = page.getByRole('textbox', { name: 'What is asked' }).last()
  await expect.poll(() => label.evaluate((one) => one === document.activeElement)).toBe(true)
  await label.fill('Company size')
  const variable = page.getByRole('textbox', { name: 'Variable' }).last()
  await expect.poll(() => variable.inputValue()).toBe('company_size')

  // Office hours, the same every day.
  await page.getByRole('switch', { name: 'Office hours' }).click()
  await page.getByLabel('Monday, until').fill('00:00')
  await page.getByRole('button', { name: 'Copy Monday to' }).click()
  await page.getByRole('menuitem', { name: 'Every day' }).click()
  await expect.poll(() => page.getByLabel('Sunday, until').inputValue()).toBe('00:00')
  await page.getByText(/Now:/).waitFor()

  // Whoever leaves now is asked first.
  await page.getByRole('link', { name: 'Contacts' }).first().click()
  await page.getByText('What you changed here is not saved').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('Control+s')
  await page.getByText('Every website shows it').waitFor()
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

test('an invitation is tried out in the preview, soon and on whatever page it is for', async () => {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT })
  const { page, preview } = await wizard(life)
  await unfold(page, 'Invitation')
  await page.getByRole('switch', { name: 'The chat offers itself' }).click()
  await page.getByText('contacts Parley before the visitor asks for it').waitFor()
  await page.getByRole('textbox', { name: 'What it says' }).fill('Can we help you choose?')
  await page.getByRole('textbox', { name: 'Only on pages like' }).fill('/pricing')
  await page.getByRole('button', { name: 'Close the chat' }).click()
  await page.getByRole('button', { name: 'Start over' }).click()
  await preview.getByText('Can we help you choose?').waitFor()
})

test('the identity secret is hidden until asked for, and a new one says how long the one before is taken', async () => {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT })
  const { page } = await wizard(life)
  await unfold(page, 'Recognise people who are signed in')
  expect(await page.getByText('pids_').count()).toBe(0)
  await page.getByRole('button', { name: 'Show the secret' }).click()
  const secret = page.getByRole('region', { name: 'Secret' }).locator('code')
  const first = await secret.innerText()
  expect(first).toMatch(/^pids_/)
  await page.getByRole('button', { name: 'Make a new one' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make a new one' }).click()
  await page.getByText('The secret before is taken until').waitFor()
  await expect.poll(() => secret.innerText()).not.toBe(first)
  await page.getByRole('button', { name: 'Hide', exact: true }).click()
  expect(await page.getByText('pids_').count()).toBe(0)
})

test('whoever cannot be reached by a website is told, and what to do', async () => {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT })
  const { page } = await wizard(life)
  await page.getByText('Nobody but this machine can.').waitFor()
  await page.getByRole('textbox', { name: 'Add a website' }).fill('shop.example.com/contact')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'https://shop.example.com' })
  await row.getByText('Visitors do not reach this machine').waitFor()
  await page.getByText('What to do for a public website').click()
  await page.getByText('PARLEY_PUBLIC_URL=').waitFor()
  await row.getByRole('button', { name: /^Remove/ }).click()
  await page.getByText('No website yet').waitFor()
})

test.each([
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
  ['dark', 390],
] as const)('the wizard has no fault for axe, %s, %i px', async (colorScheme, width) => {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT })
  await life.call(updateEmbedding, {
    params: { id: 1 },
    body: { allowed_origins: ['https://shop.example.com'] },
  })
  await life.call(updateAssistant, { params: { id: 1 }, body: { widget_settings: SETTINGS } })
  const { page } = await wizard(life, { colorScheme, viewport: { width, height: 900 } })
  await page.getByRole('tab', { name: 'Site builders' }).click()
  await page.getByText('What to do for a public website').click()
  for (const fold of await page.locator('.fold > summary').all()) await fold.click()
  await page.getByRole('button', { name: 'Show the secret' }).click()
  await page.getByRole('button', { name: 'Another question' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Write what is asked.').waitFor()
  expect(await violations(page)).toEqual([])
})

test('a preview may stand in a frame of Parley and of nobody else', async () => {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT })
  const preview = await fetch(`${life.url}/preview`)
  expect(preview.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  expect(preview.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  const app = await fetch(`${life.url}/app/`)
  expect(app.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})
