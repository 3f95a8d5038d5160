import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { createLabel, deleteLabel } from '#contracts/labels.ts'
import { createOperator } from '#contracts/operators.ts'
import { settled, violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { signedInOwner } from '../support/operators.ts'
import { openSignInLink } from '../support/people.ts'
import { temporaryFolder } from '../support/server.ts'

async function atInbox(url: string, link: string) {
  const page = await chromium.person({
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  })
  await openSignInLink(page, link)
  await page.goto(`${url}/app/inbox`)
  await settled(page)
  return page
}

const views = (page: Page) => page.getByRole('navigation', { name: 'Views' })
const view = (page: Page, name: string) => views(page).getByRole('link', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name })

/** Opens the menu of a saved view. */
async function menuOf(page: Page, name: string): Promise<void> {
  await view(page, name).hover()
  await page.getByRole('button', { name: `Actions for view ${name}`, exact: true }).click()
}

async function choose(page: Page, name: string, item: string): Promise<void> {
  await menuOf(page, name)
  await page.getByRole('menuitem', { name: item }).click()
}

test('a view is saved from filters, shared, changed, deleted and restored, and a colleague follows at once', async () => {
  const desk = await startDesk({ demo: true, dataDir: temporaryFolder() })
  const { call } = await signedInOwner(desk)
  const { sign_in } = await call(createOperator, { body: { name: 'Ben', role: 'agent' } })
  const page = await atInbox(desk.url, await desk.signInLink())
  const ben = await atInbox(desk.url, sign_in.url)
  const dialog = page.getByRole('dialog')
  const rows = (one: Page) => one.getByRole('list', { name: 'Conversations' }).getByRole('link')
  const everything = await rows(page).count()

  // A view of one's own, from the filters that are set.
  await page.goto(`${desk.url}/app/inbox?type=widget&state=all`)
  await button(page, 'Save as view…').click()
  await dialog.getByRole('textbox', { name: 'View name' }).fill('On the web')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => page.url()).toMatch(/\/app\/inbox\?view=\d+$/)
  const address = page.url()
  await expect.poll(() => view(page, 'On the web').getAttribute('aria-current')).toBe('page')
  expect(await button(page, 'Save as view…').count()).toBe(0)
  expect(await view(ben, 'On the web').count()).toBe(0)
  await ben.goto(address)
  await ben.getByRole('heading', { name: 'View not available' }).waitFor()
  expect(await rows(ben).count()).toBe(0)
  expect(await violations(ben)).toEqual([])

  // Shared, the link opens it; who may not change it can look at it differently.
  await choose(page, 'On the web', 'Share with everyone')
  await view(ben, 'On the web').waitFor()
  await rows(ben).first().waitFor()
  await ben.getByRole('heading', { name: 'Shared views' }).waitFor()
  await menuOf(ben, 'On the web')
  expect(await ben.getByRole('menuitem').allTextContents()).toEqual(['Duplicate', 'Copy link'])
  await ben.keyboard.press('Escape')
  await button(ben, 'Sort: Newest first').click()
  await ben.getByRole('menuitemcheckbox', { name: 'Longest waiting first' }).click()
  await button(ben, 'Reset').waitFor()
  expect(await button(ben, 'Save changes').count()).toBe(0)
  await button(ben, 'Reset').click()
  await expect.poll(() => ben.url()).toBe(address)

  // Changes are saved in place, and the colleague’s list follows.
  const before = await rows(ben).count()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Open')
  await page.keyboard.press('Escape')
  expect(await violations(page)).toEqual([])
  await button(page, 'Save changes').click()
  await expect.poll(() => page.url()).toBe(address)
  await expect.poll(() => rows(ben).count()).toBeLessThan(before)
  await choose(page, 'On the web', 'Rename')
  await dialog.getByRole('textbox', { name: 'View name' }).fill('Open on the web')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await view(ben, 'Open on the web').waitFor()

  // A copy is one’s own; the palette finds both.
  await choose(ben, 'Open on the web', 'Duplicate')
  await view(ben, 'Open on the web (copy)').waitFor()
  expect(ben.url()).not.toBe(address)
  await ben.keyboard.press('ControlOrMeta+k')
  await ben.getByRole('combobox').fill('Open on the web')
  await ben.getByRole('option', { name: /^Open on the web ?Shared view/ }).click()
  await expect.poll(() => ben.url()).toBe(address)

  // Deleted under a colleague’s eyes, and back at the same address.
  await choose(page, 'Open on the web', 'Delete view')
  await expect.poll(() => page.url()).toBe(`${desk.url}/app/inbox`)
  await expect.poll(() => rows(page).count()).toBe(everything)
  await ben.getByRole('heading', { name: 'View not available' }).waitFor()
  await button(page, 'Undo').click()
  await expect.poll(() => page.url()).toBe(address)
  await rows(ben).first().waitFor()
  await view(ben, 'Open on the web').first().waitFor()
}, 120_000)

test('a view says which of its filters name something deleted, and views are sorted by their menus', async () => {
  const desk = await startDesk({ demo: true, dataDir: temporaryFolder() })
  const { call } = await signedInOwner(desk)
  const { data: label } = await call(createLabel, { body: { name: 'Parcels', colour: 'red' } })
  const page = await atInbox(desk.url, await desk.signInLink())
  const dialog = page.getByRole('dialog')
  for (const [name, query] of [
    ['First', 'unread=1&type=widget'],
    ['Parcels', `labels=${label.id}`],
  ]) {
    await page.goto(`${desk.url}/app/inbox?${query}`)
    await button(page, 'Save as view…').click()
    await dialog.getByRole('textbox', { name: 'View name' }).fill(name!)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await view(page, name!).waitFor()
  }
  const own = views(page).getByRole('link', { name: /^(First|Parcels)/ })
  await choose(page, 'Parcels', 'Move up')
  await expect
    .poll(async () => (await own.allTextContents()).map((text) => text.replace(/\d/g, '')))
    .toEqual(['Parcels', 'First'])

  await call(deleteLabel, { params: { id: label.id } })
  await page
    .getByText('This view filters by something that has been deleted or removed: Labels.')
    .waitFor()
  await page.getByText('Deleted label').waitFor()
  await page.getByRole('heading', { name: 'No conversations in this view' }).waitFor()
  expect(await violations(page)).toEqual([])
  await button(page, 'Remove Labels: Deleted label').click()
  await button(page, 'Save changes').click()
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().waitFor()
  expect(await page.getByText('no longer exists').count()).toBe(0)
}, 120_000)
