import { expect, onTestFinished, test } from 'vitest'
import { setSmsProvider } from '#contracts/sms-provider.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import {
  APP_SECRET,
  BUSINESS_ID,
  CLOUD_TOKEN,
  EVE,
  PHONE_ID,
  startCloudApi,
} from '../support/cloud-api-stand-in.ts'
import { enterHook, PUBLIC_URL } from '../support/cloud-numbers.ts'
import { startDesk } from '../support/desk.ts'
import { startFormMessenger } from '../support/form-messenger-stand-in.ts'
import { openSignInLink } from '../support/people.ts'
import { allowing, type TestServer } from '../support/server.ts'
import { ACCOUNT, TOKEN } from '../support/sms-provider-stand-in.ts'

async function channelsPage(...addresses: string[]) {
  const desk = (await startDesk({ ...allowing(...addresses), publicUrl: PUBLIC_URL })) as TestServer
  const page = await chromium.person({ viewport: { width: 1280, height: 900 } })
  const link = (await desk.signInLink()).replace(PUBLIC_URL, desk.url)
  await openSignInLink(page, link)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.goto(`${desk.url}/app/settings/channels`)
  await page.getByRole('button', { name: 'Add WhatsApp number' }).click()
  const form = page.getByRole('dialog', { name: 'Add a WhatsApp Business number' })
  await form.waitFor()
  return { desk, page, form }
}

test('a WhatsApp number is tested, connected, entered at the service, answered for, and connected again', async () => {
  const cloud = await startCloudApi()
  onTestFinished(cloud.close)
  const { desk, page, form } = await channelsPage(cloud.address)
  await form.getByRole('button', { name: 'Connect', exact: true }).click()
  await form.getByText('The phone number id field is required.').waitFor()
  await form.getByLabel('Phone number ID').fill(PHONE_ID)
  await form.getByLabel('WhatsApp Business Account ID').fill(BUSINESS_ID)
  await form.getByLabel('Access token').fill(CLOUD_TOKEN)
  await form.getByLabel('App secret').fill(APP_SECRET)
  await form.getByLabel('Answered by').selectOption({ index: 1 })
  await form.getByLabel('API address').fill(cloud.url)
  await form.getByRole('button', { name: 'Test connection' }).click()
  await form.getByText('Example Shop · +1 415-555-2671').waitFor()
  expect(await violations(page)).toEqual([])
  await form.getByRole('button', { name: 'Connect', exact: true }).click()
  await form.getByText(`${PUBLIC_URL}/api/provider/messenger/cloud/`).waitFor()
  expect(await violations(page)).toEqual([])
  await form.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Waiting for webhook').waitFor()

  const sender = desk.context.db.prepare('SELECT id FROM messenger_senders').pluck().get()
  cloud.setHook((await enterHook(desk, Number(sender))).local)
  await cloud.deliver([cloud.messageOf('What is Parley?')])
  await page.getByText('Connected', { exact: true }).waitFor()
  await expect.poll(() => cloud.sent.length, { timeout: 30_000 }).toBe(1)

  const menu = page.getByRole('button', { name: 'Actions for Example Shop' })
  cloud.templates.push({
    id: '7',
    name: 'sale',
    language: 'en',
    category: 'MARKETING',
    status: 'REJECTED',
    rejected_reason: 'ABUSIVE_CONTENT',
    components: [{ type: 'BODY', text: 'All reduced, {{1}}!' }],
  })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Templates' }).click()
  const templates = page.getByRole('dialog', { name: 'Templates of Example Shop' })
  await templates.getByRole('button', { name: 'Sync templates' }).click()
  await templates.getByText('ABUSIVE_CONTENT').waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await templates.waitFor({ state: 'detached' })

  await page.goto(`${desk.url}/app/inbox`)
  await page.getByText(EVE.name).first().click()
  await page.getByText('Replies can be sent until').waitFor()
  cloud.revoke('EAAGthe-next-token')
  await page.goto(`${desk.url}/app/settings/channels`)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Templates' }).click()
  await templates.getByRole('button', { name: 'Sync templates' }).click()
  await templates.getByText('WhatsApp does not accept the access token').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Disconnected', { exact: true }).waitFor()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Connection' }).click()
  const again = page.getByRole('dialog', { name: 'Connect Example Shop' })
  await again.getByLabel('Access token').fill('EAAGthe-next-token')
  expect(await violations(page)).toEqual([])
  await again.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByText('Connected', { exact: true }).waitFor()
})

test('a number of the SMS provider is added, and shows the webhook to enter there', async () => {
  const provider = await startFormMessenger()
  onTestFinished(provider.close)
  const { desk, page, form } = await channelsPage(provider.address)
  await form.getByLabel('Connected through').selectOption({ index: 1 })
  await form.getByLabel('Phone number').fill('+14155552671')
  await form.getByRole('button', { name: 'Connect', exact: true }).click()
  await form.getByText('Set up the provider of text messages first').waitFor()
  const account = { url: provider.url, account: ACCOUNT, token: TOKEN }
  await desk.call(setSmsProvider, { body: account })
  await form.getByRole('button', { name: 'Test connection' }).click()
  await form.getByText('The shop').waitFor()
  expect(await violations(page)).toEqual([])
  await form.getByRole('button', { name: 'Connect', exact: true }).click()
  await form.getByText(`${PUBLIC_URL}/api/provider/messenger/form/inbound`).waitFor()
  expect(await violations(page)).toEqual([])
  await form.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Waiting for webhook').waitFor()
})
