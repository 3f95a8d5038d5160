import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { getContact, listContacts, updateContact } from '#contracts/contacts.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { type Desk, startDesk } from '../support/desk.ts'
import { operatorOn, visitorOn } from '../support/people.ts'

/** A desk with the demo's contacts, opened by an operator. */
async function desk(options = {}): Promise<{ life: Desk; page: Page }> {
  const life = await startDesk({ demo: true })
  const page = await chromium.person(options)
  await operatorOn(page).signIn(life)
  await page.goto(`${life.url}/app/contacts`)
  await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor()
  return { life, page }
}

const rows = (page: Page) => page.getByRole('table', { name: 'Contacts' }).locator('tbody tr')

test('the contact list is searched and sorted, its URL reflects both, and closing a contact returns to it', async () => {
  const { page } = await desk()
  await rows(page).first().waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('/')
  await page.keyboard.type('priya')
  await expect.poll(() => page.url()).toContain('q=priya')
  await page.getByRole('button', { name: /^Contact/ }).click()
  await expect.poll(() => page.url()).toContain('sort=name')
  await expect
    .poll(async () => (await rows(page).allTextContents()).every((text) => text.includes('Priya')))
    .toBe(true)

  await rows(page).first().getByRole('link').click()
  await page.getByRole('heading', { name: 'Priya Nair', level: 1 }).waitFor()
  await page.getByRole('heading', { name: 'Timeline' }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => page.url()).toContain('q=priya&sort=name')
  await page.getByRole('searchbox').fill('nobody of that name')
  await page.getByText('No contact matches “nobody of that name”').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Show all contacts' }).click()
  await expect.poll(() => page.url()).not.toContain('q=')
})

test('an export contains the filtered contacts, and the chosen columns persist', async () => {
  const { life, page } = await desk()
  const { total } = await life.call(listContacts, { query: { search: 'priya' } })
  await page.getByRole('searchbox').fill('priya')
  await page.getByText(`${total} contact`).waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /^CSV/ }).first().click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^contacts-\d{4}-\d\d-\d\d\.csv$/)
  const people: { name: string }[] = parse(readFileSync(await file.path(), 'utf8'), {
    columns: true,
  })
  expect(people.map(({ name }) => name)).toEqual(Array(total).fill('Priya Nair'))

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Language' }).check()
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('columnheader', { name: 'Language' }).waitFor()
})

test('a contact is edited by keyboard alone, and all their data can be downloaded', async () => {
  const { life, page } = await desk()
  const { data } = await life.call(listContacts, { query: { search: 'priya' } })
  await life.call(updateContact, { params: { id: data[0]!.id }, body: { email: null } })
  await page.goto(`${life.url}/app/contacts/${data[0]!.id}`)
  await page.getByRole('button', { name: 'Add email' }).focus()
  await page.keyboard.press('Enter')
  // Keys typed immediately go into the field and trigger no shortcut.
  await page.keyboard.type('anna')
  await page.keyboard.press('Enter')
  await page.getByText(/must be a valid email/).waitFor()
  await page.keyboard.press('End')
  await page.keyboard.type('@example.com')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'anna@example.com' }).waitFor()
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Contact actions' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download everything' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('priya-nair.zip')
  const files = unzipSync(readFileSync(await download.path()))
  const read = (name: string) => JSON.parse(Buffer.from(files[name]!).toString())
  expect(read('contact.json')).toMatchObject({ name: 'Priya Nair', email: 'anna@example.com' })
  expect(read('conversations/1.json').messages.length).toBeGreaterThan(1)
})

test('a visitor shows as online as soon as they open the website', async () => {
  const { life, page } = await desk()
  const visitor = visitorOn(await chromium.person())
  await visitor.open(life.url)
  await visitor.say('Hello from the website')
  await page.locator('label', { hasText: 'Online now' }).click()
  const row = rows(page).filter({ hasText: 'Online now' })
  await expect.poll(() => row.count()).toBe(1)
  await row.getByRole('link').click()
  await page.getByRole('heading', { name: 'Timeline' }).waitFor()
  await page.getByText('Online now').waitFor()
})

test('on a phone, a contact’s details come before their conversations, and the page fits', async () => {
  const { page } = await desk({ viewport: { width: 390, height: 844 }, hasTouch: true })
  await rows(page).first().getByRole('link').click()
  const [who, said] = await Promise.all([
    page.getByRole('button', { name: 'Edit Name' }).boundingBox(),
    page.getByRole('heading', { name: 'Timeline' }).boundingBox(),
  ])
  expect(who!.y).toBeLessThan(said!.y)
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    ),
  ).toBe(false)
  expect(await violations(page)).toEqual([])
})

test('two contacts who are one person are merged after a comparison, undone, merged again and split', async () => {
  const { life, page } = await desk()
  const { data } = await life.call(listContacts, { query: { search: 'priya' } })
  const priya = data[0]!
  const visitor = visitorOn(await chromium.person())
  await visitor.open(life.url)
  await visitor.say('I am writing from my phone')
  const other = (await life.call(listContacts)).data[0]!
  const email = 'priya@example.com'
  await life.call(updateContact, { params: { id: priya.id }, body: { email, phone: null } })
  await life.call(updateContact, {
    params: { id: other.id },
    body: { name: 'Priya N.', email, phone: '+4930901820' },
  })
  const merge = async () => {
    await page.getByRole('button', { name: 'Contact actions' }).click()
    await page.getByRole('menuitem', { name: 'Merge…' }).click()
    await page.getByRole('button', { name: /Priya N\..*Same email/ }).click()
    await page.getByText('1 conversation', { exact: true }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click()
    await page.getByText('Priya N. is now part of this contact.').waitFor()
  }
  const { conversations } = await life.call(getContact, { params: { id: other.id } })
  const timeline = page.locator('.timeline')
  const theirs = timeline.locator(`a[href="/app/inbox/${conversations[0]!.id}"]`)
  await page.goto(`${life.url}/app/contacts/${priya.id}`)
  await timeline.getByRole('link').first().waitFor()
  await merge()
  await theirs.waitFor()
  await page.getByRole('link', { name: '+4930901820' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => theirs.count()).toBe(0)

  await merge()
  await page.getByRole('button', { name: 'Contact actions' }).click()
  await page.getByRole('menuitem', { name: 'Split…' }).click()
  const merged = page.getByRole('article', { name: 'Priya N.' })
  await merged.getByText('Details restored here').waitFor()
  expect(await violations(page)).toEqual([])
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  const name = await merged.getByText('Priya N.').evaluate((element) => {
    const text = document.createRange()
    text.selectNodeContents(element)
    return text.getBoundingClientRect().right
  })
  expect((await merged.locator('.avatar').boundingBox())!.x - name).toBeLessThan(20)
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'))
  await merged.getByRole('button', { name: 'Split' }).click()
  await page.getByText('Priya N. is a contact of its own again.').waitFor()
  await expect.poll(() => theirs.count()).toBe(0)
})
