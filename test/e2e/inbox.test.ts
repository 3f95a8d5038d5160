import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { listInbox } from '#contracts/inbox.ts'
import { changeInBulk } from '#contracts/inbox-bulk.ts'
import { createOperator } from '#contracts/operators.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { signedInOwner } from '../support/operators.ts'
import { openSignInLink, operatorOn, visitorOn } from '../support/people.ts'
import { createVisitor } from '../support/visitor.ts'

/** Counts refresh shortly after the changes that affect them. */
const SOON = { timeout: 10_000 }

test('views, labels, assignment, search, snooze and undo work, and a second operator sees them live', async () => {
  const life = await startDesk()
  const ann = operatorOn(await chromium.person({ viewport: { width: 1600, height: 900 } }))
  const ben = operatorOn(await chromium.person({ viewport: { width: 1600, height: 900 } }))
  await ann.signIn(life)
  const { sign_in } = await (await signedInOwner(life)).call(createOperator, {
    body: { name: 'Ben' },
  })
  await openSignInLink(ben.page, sign_in.url)
  await ben.page
    .getByRole('link', { name: /^Inbox/ })
    .first()
    .click()
  await ann.page
    .getByRole('link', { name: /^Inbox/ })
    .first()
    .click()

  const words = ['I want to talk to a human about my zebra parcel', 'What does Parley cost?']
  for (const text of words) {
    const visitor = visitorOn(await chromium.person())
    await visitor.open(life.url)
    await visitor.say(text)
  }
  const { page } = ann
  const list = page.getByRole('region', { name: 'Conversations' })
  const rows = list.locator('.row')
  const view = (on: typeof page, name: string) =>
    on
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: new RegExp(`^${name}`) })

  // Counts and rows update by themselves; a visitor who asked for a human is in that view.
  await expect.poll(() => rows.count(), SOON).toBe(2)
  await expect.poll(() => view(page, 'Open').textContent(), SOON).toBe('Open2')
  await expect.poll(() => view(page, 'Needs a person').textContent(), SOON).toBe('Needs a person1')
  await view(page, 'Needs a person').click()
  await expect.poll(() => rows.count(), SOON).toBe(1)
  await expect.poll(() => page.url()).toContain('needs_person=1')
  expect(await violations(page)).toEqual([])

  // Labelled and assigned by keyboard; the colleague sees both without refreshing.
  await page.keyboard.press('j')
  await page.getByRole('log').waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('l')
  await page.getByRole('combobox', { name: 'Search or create a label' }).fill('Zoo')
  await page.keyboard.press('Enter')
  await rows.getByText('Zoo').waitFor()
  await page.keyboard.press('a')
  await page.getByRole('option', { name: 'Ben' }).click()
  await ben.rows.getByText('Zoo').waitFor()
  await expect.poll(() => view(ben.page, 'Mine').textContent(), SOON).toBe('Mine1')
  await view(ben.page, 'Mine').click()
  await expect.poll(() => ben.rows.count(), SOON).toBe(1)

  // A custom view.
  await page.goto(`${life.url}/app/inbox?awaiting=1&type=widget`)
  await page.getByRole('button', { name: 'Save as view…' }).click()
  await page.getByRole('textbox', { name: 'View name' }).fill('Waiting on the web')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await view(page, 'Waiting on the web').waitFor()

  // Search covers every message and leads to the match.
  await view(page, 'Open').click()
  await page.keyboard.press('/')
  await page.keyboard.type('zebra parc')
  await list.locator('mark').first().waitFor()
  await expect.poll(() => list.locator('.hit mark').allTextContents()).toEqual(['zebra', 'parcel'])
  expect(await violations(page)).toEqual([])
  await list.locator('.hit').first().click()
  await expect.poll(() => page.url()).toMatch(/\/app\/inbox\/[^?]+\?.*message=\d+/)
  await page.getByRole('log').getByText('zebra parcel').first().waitFor()
  await page.getByRole('button', { name: /^Clear Search/ }).click()

  // Select all matches, export them, resolve them, and undo.
  await expect.poll(() => rows.count(), SOON).toBe(2)
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.getByText('All 2 matching').waitFor()
  expect(await violations(page)).toEqual([])
  const selected = page.getByRole('group', { name: 'Bulk actions' })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    selected
      .getByRole('button', { name: 'Export' })
      .click()
      .then(() => page.getByRole('menuitem', { name: 'JSON with transcripts' }).click()),
  ])
  expect(file.suggestedFilename()).toMatch(/^inbox-\d{4}-\d\d-\d\d\.json$/)
  const exported = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(exported).toHaveLength(2)
  expect(JSON.stringify(exported)).toContain('my zebra parcel')
  await page.getByText('2 rows exported.').waitFor()
  await page
    .getByRole('group', { name: 'Bulk actions' })
    .getByRole('button', { name: 'Resolve' })
    .click()
  await expect.poll(() => rows.count(), SOON).toBeLessThan(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => rows.count(), SOON).toBe(2)

  // Snoozed conversations are hidden until they are due.
  const { data } = await life.call(listInbox)
  const until = new Date(Date.now() + 61_000).toISOString()
  await life.call(changeInBulk, {
    body: { action: 'snooze', ids: [data[0]!.id], value: { until } },
  })
  await expect.poll(() => view(page, 'Snoozed').textContent(), SOON).toBe('Snoozed1')
  await view(page, 'Snoozed').click()
  await expect.poll(() => rows.count(), SOON).toBe(1)
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page
    .getByRole('group', { name: 'Bulk actions' })
    .getByRole('button', { name: 'More' })
    .click()
  await page.getByRole('menuitem', { name: 'Unsnooze' }).click()
  await expect.poll(() => view(page, 'Open').textContent(), SOON).toBe('Open2')
})

test('resolving opens the next conversation, and the Undo key brings the resolved one back', async () => {
  const life = await startDesk()
  for (const text of ['Do you open on Sundays?', 'Is there parking?']) {
    const visitor = await createVisitor(life)
    await visitor.say(text)
  }
  const page = await chromium.person({ viewport: { width: 1440, height: 900 } })
  await openSignInLink(page, await life.signInLink())
  await page
    .getByRole('link', { name: /^Inbox/ })
    .first()
    .click()
  const rows = page.getByRole('region', { name: 'Conversations' }).locator('.row')
  await expect.poll(() => rows.count(), SOON).toBe(2)
  await rows.first().click()
  const log = page.getByRole('log')
  await log.getByText('Is there parking?').waitFor()
  await page.locator('.thread-head').getByRole('button', { name: 'Resolve' }).click()
  await log.getByText('Do you open on Sundays?').waitFor()
  await expect.poll(() => rows.count(), SOON).toBe(1)
  await page.keyboard.press('Control+z')
  await expect.poll(() => rows.count(), SOON).toBe(2)
  expect(await violations(page)).toEqual([])
})
