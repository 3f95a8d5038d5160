import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { activateAssistant, listAllAssistants, updateAssistant } from '#contracts/assistants.ts'
import { importCalls } from '#contracts/call-import.ts'
import { listCalls } from '#contracts/calls.ts'
import { topUpBalance } from '#contracts/money.ts'
import { createPhoneNumber, listPhoneNumbers } from '#contracts/phone-numbers.ts'
import { startConversation } from '#contracts/public-chat.ts'
import { listSms, sendSms } from '#contracts/sms.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { type Desk, startDesk } from '../support/desk.ts'
import { openSignInLink } from '../support/people.ts'

/** A signed-in operator in a desk with a number, a balance and forty calls. */
async function desk(): Promise<{
  life: Desk
  page: Page
  assistant: { id: number; name: string }
}> {
  const life = await startDesk()
  const { call } = life
  const [assistant] = await call(listAllAssistants)
  const { id, name, uuid } = assistant!
  await call(updateAssistant, { params: { id }, body: { record: true } })
  await call(activateAssistant, { params: { id } }).catch(() => undefined)
  await call(topUpBalance, { body: { amount: 10 } })
  await call(createPhoneNumber, {
    body: { phone_number: '+4930123456', type: 'normal', sms_capable: true },
  })
  await call(startConversation, { body: { assistant_id: uuid, type: 'test' } })
  await call(importCalls, {
    body: {
      calls: Array.from({ length: 40 }, (_, index) => ({
        assistant_id: id,
        type: index % 2 === 0 ? ('inbound' as const) : ('outbound' as const),
        status: index % 4 === 0 ? ('failed' as const) : ('completed' as const),
        created_at: `2026-03-${String(1 + (index % 28)).padStart(2, '0')} 10:00:00`,
        client_phone_number: '+12025550123',
        transcript: '=1+1, said the customer',
      })),
    },
  })
  const page = await chromium.person()
  await openSignInLink(page, await life.signInLink())
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { life, page, assistant: { id, name } }
}

const rowsOf = (page: Page) => page.getByRole('table').locator('tbody tr')

test('filters are in the URL, survive a reload, and are undone by Back', async () => {
  const { life, page } = await desk()
  await page.goto(`${life.url}/app/calls`)
  await page.getByText('40 calls').waitFor()
  await page.getByRole('button', { name: 'Status', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Failed' }).click()
  await page.getByText('10 calls').waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('?status=failed')
  await page.getByRole('searchbox').fill('+1 202 555 0123')
  await expect
    .poll(() => new URL(page.url()).searchParams.get('phone_number'))
    .toBe('+1 202 555 0123')
  await page.reload()
  await page.getByRole('button', { name: 'Status: Failed' }).waitFor()
  await page.getByText('10 calls').waitFor()
  await page.goBack()
  await page.goBack()
  await page.getByText('40 calls').waitFor()
  await page.getByRole('button', { name: 'Status', exact: true }).waitFor()
  // Keyboard only: next row, open, back.
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Call with +12025550123' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('40 calls').waitFor()
})

test('a record returns to its list as it was, and the chosen columns persist', async () => {
  const { life, page } = await desk()
  await page.goto(`${life.url}/app/calls?status=failed&per_page=50`)
  await page.getByText('10 calls').waitFor()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Duration' }).uncheck()
  await page.getByRole('checkbox', { name: 'Answered by' }).check()
  await page.keyboard.press('Escape')
  await rowsOf(page).first().click()
  await page.getByRole('heading', { name: 'Call with +12025550123' }).waitFor()
  await page.getByRole('link', { name: 'Calls', exact: true }).last().click()
  await page.getByText('10 calls').waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('?status=failed&per_page=50')
  await page.reload()
  await page.getByRole('columnheader', { name: 'Answered by' }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Duration' }).count()).toBe(0)
})

test('a conversation of the inbox is read as a record, which leads back', async () => {
  const { life, page, assistant } = await desk()
  const { uuid } = (await life.call(listAllAssistants)).find(({ id }) => id === assistant.id)!
  const body = { assistant_id: uuid, type: 'widget' as const }
  const { conversation_id } = await life.call(startConversation, { body })
  await page.goto(`${life.url}/app/inbox/${conversation_id}?state=all&type=widget`)
  await page.getByRole('button', { name: 'Conversation actions' }).click()
  await page.getByRole('menuitem', { name: 'Open record' }).click()
  await page.getByRole('heading', { name: 'Transcript' }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Open in inbox' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/app/inbox/${conversation_id}`)
})

test('an export contains everything that matches and escapes formulas', async () => {
  const { life, page } = await desk()
  await page.goto(`${life.url}/app/calls?status=completed`)
  await page.getByText('30 calls').waitFor()
  await page.keyboard.press('e')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^CSV For other/ }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^calls-\d{4}-\d\d-\d\d\.csv$/)
  const rows: Record<string, string>[] = parse(readFileSync(await download.path(), 'utf8'), {
    columns: true,
  })
  const { data } = await life.call(listCalls, { query: { status: 'completed', per_page: 100 } })
  expect(rows.map(({ id }) => Number(id))).toEqual(data.map(({ id }) => id))
  expect(new Set(rows.map(({ transcript }) => transcript))).toEqual(
    new Set(["'=1+1, said the customer"]),
  )
  await page.getByText('30 rows exported.').waitFor()
})

test('a text message is counted and priced while being written, and sent once', async () => {
  const { life, page } = await desk()
  await page.goto(`${life.url}/app/sms/new`)
  await page.getByLabel('To', { exact: true }).pressSequentially('+12025550123')
  await expect
    .poll(() => page.getByLabel('To', { exact: true }).inputValue())
    .toBe('+1 202 555 0123')
  await page.getByText('$0.0079 per segment to United States').waitFor()
  const text = page.getByLabel('Text', { exact: true })
  await text.fill(`${'a'.repeat(99)}’`)
  await page.getByText(/^2 segments · 100 of 134/).waitFor()
  await page.getByText('2 × $0.0079 = $0.0158').waitFor()
  await page.getByText('Replacing saves 1 segment.').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Replace' }).click()
  await page.getByText(/^1 segment · 100 of 160/).waitFor()
  await expect.poll(() => text.inputValue()).toBe(`${'a'.repeat(99)}'`)
  await page.getByRole('button', { name: 'Send' }).dblclick()
  const drawer = page.getByRole('dialog', { name: 'Text message' })
  // The status updates by itself, whatever it was when the message first appeared.
  await drawer.getByText('Delivered.').waitFor({ timeout: 20_000 })
  expect(await violations(page)).toEqual([])
  expect((await life.call(listSms)).total).toBe(1)
}, 60_000)

test('a refused message says why and keeps its text', async () => {
  const { life, page } = await desk()
  await page.goto(`${life.url}/app/sms/new?to=%2B15005550001&body=Hello`)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('alert').getByText('21211').waitFor()
  await expect.poll(() => page.getByLabel('Text', { exact: true }).inputValue()).toBe('Hello')
  await page.getByLabel('To', { exact: true }).fill('+15005550014')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('link', { name: 'View message' }).click()
  await page.getByText('Next check').waitFor()
})

test('a Sandbox call is placed, and its timeline and transcript update live until it is hung up', async () => {
  const { life, page, assistant } = await desk()
  await page.goto(`${life.url}/app/calls?dialog=place`)
  const dialog = page.getByRole('dialog', { name: 'Place call' })
  await dialog.getByRole('combobox', { name: 'Assistant' }).click()
  await page.getByRole('option', { name: assistant.name }).click()
  await dialog.getByText('Sandbox: no real calls').click()
  await dialog.getByRole('button', { name: /Use \+12025550105/ }).click()
  await dialog.getByText('per started minute to United States').waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Call', exact: true }).click()
  await page.getByRole('heading', { name: 'Call with +12025550105' }).waitFor()
  await page.getByRole('status').filter({ hasText: 'In progress' }).waitFor()
  const happened = page.getByRole('region', { name: 'Timeline' }).or(page.locator('.steps'))
  await happened.getByText('Ringing').first().waitFor()
  await happened.getByText('Answered').waitFor({ timeout: 20_000 })
  await page.locator('.transcript li').first().waitFor({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Hang up' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hang up' }).click()
  await happened.getByText(/Ended/).waitFor()
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor({ timeout: 20_000 })
  expect(await violations(page)).toEqual([])
  // Clicking a turn plays it and highlights it.
  await page
    .getByRole('button', { name: /^Play from/ })
    .first()
    .click()
  await page.locator('.said.is-heard').waitFor()
  await page.getByRole('button', { name: 'Delete call' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete call' }).click()
  await page.getByText('Call deleted.').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/app/calls')
}, 120_000)

test('calls are imported after a preview of the result', async () => {
  const { life, page, assistant } = await desk()
  await page.goto(`${life.url}/app/calls`)
  await page.getByRole('button', { name: 'Import' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Import calls' })
  const csv = [
    'Agent,Direction,Status,Date,Customer,Nonsense',
    `${assistant.name},inbound,completed,2026-05-01T09:00:00Z,+12025550177,x`,
    `${assistant.name},sideways,completed,2026-05-01 09:00:00,+12025550178,x`,
    'Nobody we know,outbound,failed,2026-05-02 09:00:00,+12025550179,x',
  ].join('\r\n')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'old calls.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await dialog.getByText('1 valid row').waitFor()
  await dialog.getByText('2 rows with errors').waitFor()
  await dialog.getByText('The selected type is invalid.').waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: /^Import / }).isDisabled()).toBe(true)
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('Assistant for rows without one').selectOption({ label: assistant.name })
  await dialog.getByText('2 valid rows').waitFor()
  await dialog.getByText('Skip rows with errors').click()
  await dialog.getByRole('button', { name: 'Import 2 calls' }).click()
  await page.getByText('2 calls imported.').waitFor()
  await page.getByRole('button', { name: 'Show 2 new rows' }).click()
  await page.getByText('42 calls').waitFor()
  await page.getByText('+12025550177').waitFor()
})

test('a number is added, edited and deleted', async () => {
  const { life, page } = await desk()
  await page.goto(`${life.url}/app/phone-numbers`)
  await page.getByRole('button', { name: 'Add number' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add number' })
  await dialog.getByLabel('Number', { exact: true }).fill('12345')
  await dialog.getByRole('button', { name: 'Add number' }).click()
  await dialog.getByText('must be in international format').waitFor()
  await expect.poll(() => dialog.getByLabel('Number', { exact: true }).inputValue()).toBe('12345')
  await dialog.getByLabel('Number', { exact: true }).fill('+1 202 555 0188')
  await dialog.getByLabel(/^Name/).fill('Night desk')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add number' }).click()
  await page.getByText('Number added.').waitFor()
  await page.getByRole('button', { name: 'Actions for +12025550188' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Number deleted.').waitFor()
  await expect.poll(() => rowsOf(page).count()).toBe(1)
})

test('the balance is topped up, and the monthly statement lists that month’s entries', async () => {
  const { life, page } = await desk()
  await page.goto(`${life.url}/app/balance`)
  await page.getByText('$10.00').first().waitFor()
  await page.getByRole('button', { name: 'Top up' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Top up balance' })
  await dialog.getByLabel('Amount').fill('-3')
  await dialog.getByRole('button', { name: 'Top up' }).click()
  await dialog.getByText('The amount must be greater than 0.').waitFor()
  await dialog.getByLabel('Amount').fill('12,5')
  await dialog.getByText('New balance: $22.50').waitFor()
  await dialog.getByRole('button', { name: 'Top up' }).click()
  await page.getByText('$12.50 added.').waitFor()
  await page.getByText('2 entries').waitFor()
  await page.getByText('No spending in this period.').waitFor()
  const from = (await life.call(listPhoneNumbers)).data[0]!.id
  await life.call(sendSms, { body: { from, to: '+12025550123', body: 'Hello' } })
  await page.getByRole('button', { name: 'Show 2 new rows' }).waitFor()
  await page.getByRole('radio', { name: '7 days' }).check()
  await page.getByRole('button', { name: 'Show as table' }).click()
  await page.getByRole('table', { name: 'Spending' }).getByText('$0.0079').first().waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Statement for' }).click()
  await page.getByRole('menuitemcheckbox').nth(2).click()
  await page.getByText('No matches').waitFor()
  await page.getByRole('tab', { name: 'Prices' }).click()
  await page.getByRole('searchbox').fill('Germ')
  await page.getByRole('cell', { name: 'Germany' }).waitFor()
  expect(await violations(page)).toEqual([])
})
