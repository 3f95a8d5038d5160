import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { createCampaign } from '#contracts/campaigns.ts'
import { createLead, listLeads } from '#contracts/leads.ts'
import { createdAssistant } from '../support/assistants.ts'
import { expectNoFault, settled } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { openSignInLink } from '../support/people.ts'

const ADA = '+12025550120'
const BERT = '+12025550121'

/** A desk with a campaign, and a signed-in operator. */
async function deskWithCampaign() {
  const life = await startDesk()
  const assistant_id = await createdAssistant(life, { type: 'outbound', timezone: 'UTC' })
  const { data } = await life.call(createCampaign, { body: { name: 'Spring', assistant_id } })
  const page = await chromium.person()
  await openSignInLink(page, await life.signInLink())
  await page.getByRole('heading', { level: 1 }).waitFor()
  const open = async (path: string) => {
    await page.goto(`${life.url}/app${path}`)
    await settled(page)
  }
  return { life, page, open, campaignId: data.id }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('a file of leads is mapped, checked and imported, and its leads are in the list', async () => {
  const { page, open } = await deskWithCampaign()
  await open('/leads')
  await page.getByText('No leads yet').waitFor()
  await button(page, 'Import').first().click()
  const dialog = page.getByRole('dialog', { name: 'Import leads' })
  const csv = `Phone,Town,Other\n${ADA},Bonn,${BERT}\n12,Ulm,\n"${ADA}",Köln,\n`
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  })
  const meaning = (column: string) => dialog.getByLabel(`Meaning of ${column}`)
  await expect.poll(() => meaning('Phone').inputValue()).toBe('phone_number')
  await meaning('Other').selectOption('Other number 1')
  await expectNoFault('import of leads', page)
  await button(page, 'Check file').click()
  await dialog.getByText('1 valid row').waitFor()
  await dialog.getByText('2 rows skipped').waitFor()
  await dialog
    .getByRole('row', { name: '3 The phone number must be a valid phone number.' })
    .waitFor()
  await expectNoFault('checked import', page)
  await button(page, 'Import 1 lead').click()
  await dialog.getByText('1 lead imported.').waitFor()
  await button(page, 'Close').last().click()

  await page.getByText('1 lead', { exact: true }).waitFor()
  await page.getByRole('link', { name: ADA }).click()
  await page.getByRole('heading', { name: ADA }).waitFor()
  await page.getByText(BERT).waitFor()
  await page.getByText('Bonn').waitFor()
  await expectNoFault('a lead', page)
})

test('a lead is added, changed and deleted', async () => {
  const { life, page, open } = await deskWithCampaign()
  await open('/leads?dialog=new')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Phone number').fill('12')
  await button(page, 'Add lead').last().click()
  await dialog.getByText('The phone number must be a valid phone number.').waitFor()
  await expectNoFault('the form of a lead', page)
  await dialog.getByLabel('Phone number').fill(ADA)
  await button(page, 'Add variable').click()
  await dialog.getByLabel('Name', { exact: true }).fill('town')
  await dialog.getByRole('textbox', { name: 'town' }).fill('Bonn')
  await button(page, 'Add lead').last().click()
  await page.getByRole('link', { name: ADA }).click()
  await page.getByText('Bonn').waitFor()

  await button(page, 'Edit').click()
  await dialog.getByLabel('Status').selectOption('Completed')
  await button(page, 'Save').click()
  await page.locator('.badge', { hasText: 'Completed' }).waitFor()

  await button(page, 'Delete').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No leads yet').waitFor()
  expect(await life.call(listLeads)).toEqual([])
})

test('a number on the do-not-call list closes its leads at once, and can be put back', async () => {
  const { life, page, open, campaignId } = await deskWithCampaign()
  await life.call(createLead, { body: { campaign_id: campaignId, phone_number: ADA } })
  await open('/do-not-call')
  await page.getByText('Nobody is on the list').waitFor()
  await expectNoFault('the empty do-not-call list', page)
  await button(page, 'Add number').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Phone number').fill(ADA)
  await dialog.getByLabel(/^Reason/).fill('Asked on the phone')
  await button(page, 'Add number').last().click()
  await page.getByRole('cell', { name: 'Asked on the phone' }).waitFor()
  await expectNoFault('the do-not-call list', page)

  await open('/leads')
  await page.getByRole('cell', { name: 'On the do-not-call list' }).waitFor()
  await expectNoFault('the list of leads', page)

  await open('/do-not-call')
  await button(page, `Remove ${ADA}`).click()
  await button(page, 'Undo').click()
  await page.getByRole('cell', { name: 'Asked on the phone' }).waitFor()
})

test('a lead shows where it stands as it is changed elsewhere', async () => {
  const { life, page, open, campaignId } = await deskWithCampaign()
  const { data } = await life.call(createLead, {
    body: { campaign_id: campaignId, phone_number: ADA },
  })
  await open(`/leads/${data.id}`)
  await page.locator('.badge', { hasText: 'Not called yet' }).waitFor()
  const other = await life.fetch(`/api/user/leads/${data.id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'completed' }),
  })
  expect(other.status).toBe(200)
  await page.locator('.badge', { hasText: 'Completed' }).waitFor()
})

test('the screens of campaigns have no faults, and their results are drawn by day', async () => {
  const { life, page, open, campaignId } = await deskWithCampaign()
  const add = life.context.db.prepare(`
    INSERT INTO calls (
      user_id, campaign_id, assistant_id, type, status, answered_by, total_cost, provider, created_at, updated_at
    ) SELECT 1, id, assistant_id, 'outbound', 'completed', ?, 20000, 'sandbox', ?, ? FROM campaigns WHERE id = ?
  `)
  for (let index = 0; index < 12; index += 1) {
    const at = Date.now() - index * 43_200_000
    add.run(['human', 'machine', 'unknown'][index % 3], at, at, campaignId)
  }
  for (const path of ['/campaigns', '/campaigns/new', `/campaigns/${campaignId}`]) {
    await open(path)
    await expectNoFault(path, page)
  }
  const plot = page.getByRole('region', { name: 'Calls by day' })
  await plot.getByRole('button', { name: 'Table' }).click()
  await expect.poll(() => plot.getByRole('row').count()).toBeGreaterThan(6)
  await page.getByRole('link', { name: 'Add leads' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe(`?campaign_id=${campaignId}`)
})
