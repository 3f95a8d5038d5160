import { expect, test } from 'vitest'
import { createOperator } from '#contracts/operators.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { freePort, live } from '../support/life.ts'
import { signedInOwner } from '../support/operators.ts'
import { openSignInLink, operatorOn, visitorOn } from '../support/people.ts'
import { temporaryFolder } from '../support/server.ts'
import { BUILT } from '../support/server-process.ts'

test('by keyboard, the palette opens a screen and a visitor’s conversation, and Back works', async () => {
  const life = await startDesk()
  const visitor = visitorOn(await chromium.person())
  await visitor.open(life.url)
  await visitor.say('Do you deliver to Madeira on Sundays?')
  const { page, ...operator } = operatorOn(await chromium.person())
  await operator.signIn(life)

  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search and commands' })
  await field.waitFor()
  expect(await violations(page)).toEqual([])
  await field.fill('api k')
  await page.getByRole('option', { name: 'API keys', selected: true }).waitFor()
  await field.press('Enter')
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()

  await page.keyboard.press('Control+k')
  await field.fill('madeira')
  const hit = page.getByRole('option', { name: /Madeira on Sundays/ }).first()
  await hit.waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/app\/inbox\/[0-9a-f-]{36}/)
  await page.getByText('Do you deliver to Madeira on Sundays?').first().waitFor()

  await page.goBack()
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()

  // Recently opened entries are offered before anything is typed.
  await page.keyboard.press('Control+k')
  await page.getByRole('group', { name: 'Recent' }).getByRole('option').first().waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
})

test('shortcuts open screens, can be changed, and are inactive while typing', async () => {
  const life = await startDesk()
  const { page, ...operator } = operatorOn(await chromium.person())
  await operator.signIn(life)
  await page.keyboard.type('gs')
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await page.goto(`${life.url}/app/settings/shortcuts`)
  const change = async (title: string, keys: readonly string[]) => {
    await page.getByRole('button', { name: `Change shortcut: ${title}` }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    for (const key of keys) await page.keyboard.press(key)
  }
  await change('Go to Home', ['Control+t'])
  await page.getByText('Reserved by the browser.').waitFor()
  await change('Go to Home', ['g', 'i'])
  await page.getByText('Already used by: Go to the inbox').waitFor()
  await change('Go to Home', ['g', 'y'])
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('go')
  await expect.poll(() => page.url()).toContain('/settings/shortcuts')
  await page.getByRole('heading', { name: 'Settings', level: 1 }).click()
  await page.keyboard.type('gy')
  await page.waitForURL(/\/app\/home/)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(await violations(page)).toEqual([])
})

test('when the server is down, the desk says since when, stays readable, and resumes where it was', async () => {
  const [dataDir, port] = [temporaryFolder(), await freePort()]
  const first = await live({ dataDir, main: BUILT, port })
  const visitor = visitorOn(await chromium.person())
  await visitor.open(first.url)
  await visitor.say('Before the cut')
  const { page, ...operator } = operatorOn(await chromium.person())
  await operator.signIn(first)
  await operator.openFirst()
  // The browser also retries by itself; only the button may bring the stream back.
  let isPressed = false
  await page.route('**/api/user/stream?*', (route) =>
    isPressed ? route.continue() : route.abort(),
  )
  await first.end('SIGKILL')
  const banner = page.getByText('Can’t reach Parley.')
  await banner.waitFor()
  await page.getByText(/Offline since \d/).waitFor()
  await page.getByText('Before the cut').first().waitFor()
  expect(await violations(page)).toEqual([])

  await live({ dataDir, main: BUILT, port })
  isPressed = true
  await page.getByRole('button', { name: 'Try now' }).dispatchEvent('click')
  await banner.waitFor({ state: 'detached' })
  await visitor.say('After the cut')
  await expect.poll(() => operator.thread.getByText('After the cut').count()).toBe(1)
})

test('two operators see each other in the desk and in the same conversation', async () => {
  const life = await startDesk()
  const { sign_in } = await (await signedInOwner(life)).call(createOperator, {
    body: { name: 'Grace Hopper' },
  })
  const visitor = visitorOn(await chromium.person())
  await visitor.open(life.url)
  await visitor.say('hello')
  const ann = operatorOn(await chromium.person())
  await ann.signIn(life)
  await ann.openFirst()

  const grace = await chromium.person()
  await openSignInLink(grace, sign_in.url)
  await grace.getByRole('button', { name: /^Grace Hopper/ }).waitFor()
  const atTheDesk = ann.page.getByRole('list', { name: 'Also online' })
  await atTheDesk.getByText(/Grace Hopper/).waitFor()
  await grace.goto(ann.page.url())
  await atTheDesk.getByText('Grace Hopper, 1 conversation open').waitFor()

  await grace.getByRole('button', { name: /^Grace Hopper/ }).click()
  await grace.getByRole('menuitemcheckbox', { name: /^Away/ }).click()
  await atTheDesk.getByText(/Grace Hopper, away/).waitFor()
  await grace.close()
  await atTheDesk.waitFor({ state: 'detached' })
})

test('the desk speaks German, including error messages', async () => {
  const life = await startDesk()
  const { page, ...operator } = operatorOn(await chromium.person())
  await operator.signIn(life)
  await page.goto(`${life.url}/app/settings/language`)
  await page.getByRole('radio', { name: 'Deutsch' }).check()
  await page.getByRole('heading', { name: 'Einstellungen', level: 1 }).waitFor()
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de')
  await page.goto(`${life.url}/app/users`)
  await page.getByRole('button', { name: 'Person hinzufügen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Person hinzufügen' }).click()
  await page.getByText('„Name“ ist ein Pflichtfeld.').waitFor()
})

test('an operator is added with a single-use link, and removed', async () => {
  const life = await startDesk()
  const { page, ...operator } = operatorOn(await chromium.person())
  await operator.signIn(life)
  await page.goto(`${life.url}/app/users`)
  await page.getByRole('button', { name: 'Add person' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Grace Hopper')
  await dialog.getByRole('button', { name: 'Add person' }).click()
  const link = await dialog.locator('code').textContent()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const grace = await chromium.person()
  await openSignInLink(grace, link!)
  await grace.getByRole('button', { name: /^Grace Hopper/ }).waitFor()
  await page.getByRole('button', { name: 'Actions for Grace Hopper' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await grace.getByRole('heading', { name: 'Sign in to Parley' }).waitFor()
})

test('on a phone, the remaining screens are under More', async () => {
  const life = await startDesk()
  const { page, ...operator } = operatorOn(
    await chromium.person({ viewport: { width: 390, height: 844 } }),
  )
  await operator.signIn(life)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
})
