import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { listAllAssistants, updateAssistant } from '#contracts/assistants.ts'
import { endConversation } from '#contracts/conversations.ts'
import { sendPublicMessage, startConversation } from '#contracts/public-chat.ts'
import { rotateWebhookSecret } from '#contracts/webhooks.ts'
import { settled, violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { type Desk, startDesk } from '../support/desk.ts'
import { openSignInLink } from '../support/people.ts'
import { type Receiver, startReceiver, status } from '../support/receiver.ts'

interface Scene {
  readonly life: Desk
  readonly page: Page
  readonly receiver: Receiver
  /** A conversation that starts and ends. */
  readonly end: () => Promise<void>
}

/** A signed-in owner whose assistant notifies a receiver on this machine when a conversation ends. */
async function desk(allowed: (receiver: Receiver) => readonly string[] = () => []): Promise<Scene> {
  const receiver = await startReceiver()
  const life = await startDesk({ network: { policy: 'desktop', allowPrivate: allowed(receiver) } })
  const [assistant] = await life.call(listAllAssistants)
  const { id, uuid } = assistant!
  await life.call(updateAssistant, {
    params: { id },
    body: { conversation_ended_webhook_url: receiver.url },
  })
  const page = await chromium.person()
  page.setDefaultTimeout(10_000)
  await openSignInLink(page, await life.signInLink())
  await page.getByRole('heading', { level: 1 }).waitFor()
  return {
    life,
    page,
    receiver,
    async end() {
      const { conversation_id } = await life.call(startConversation, {
        body: { assistant_id: uuid, type: 'widget' },
      })
      await life.call(sendPublicMessage, {
        params: { uuid: conversation_id },
        body: { message: 'What does Parley cost?' },
      })
      await life.call(endConversation, { params: { uuid: conversation_id } })
    },
  }
}

const listed = ({ host }: Receiver) => [host]
const rowsOf = (page: Page) => page.getByRole('table').locator('tbody tr')

test('a webhook to this machine is blocked, allowed from the delivery itself, and resent', async () => {
  const { life, page, receiver, end } = await desk()
  await page.goto(`${life.url}/app/webhooks`)
  await page.getByRole('heading', { name: 'Nothing has been sent yet' }).waitFor()
  await end()
  // It appears in the list by itself.
  await rowsOf(page).getByText('Address not allowed').waitFor()
  await end()
  await page.getByRole('button', { name: 'Show 1 new row' }).click()
  await expect.poll(() => rowsOf(page).getByText('Address not allowed').count()).toBe(2)
  await rowsOf(page).first().click()
  await page.getByRole('heading', { name: 'Conversation resolved', level: 1 }).waitFor()
  await page.getByRole('link', { name: `Allow ${receiver.host}` }).click()
  const field = page.getByRole('textbox', { name: 'Address', exact: true })
  await expect.poll(() => field.inputValue()).toBe(receiver.host)
  // Errors are shown beside the field, and the input stays.
  await field.fill('no address')
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.locator('.field-error', { hasText: /./ }).waitFor()
  await expect.poll(() => field.inputValue()).toBe('no address')
  await field.fill(receiver.host)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.getByRole('listitem').getByText(receiver.host, { exact: true }).waitFor()
  expect(await violations(page)).toEqual([])
  // Deleted, then restored.
  await page.getByRole('button', { name: `Remove ${receiver.host}` }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('listitem').getByText(receiver.host, { exact: true }).waitFor()

  await page.keyboard.press('g')
  await page.keyboard.press('w')
  await rowsOf(page).first().click()
  await page.getByRole('button', { name: 'Resend' }).click()
  await page.getByText('Delivered', { exact: true }).waitFor()
  expect(receiver.requests).toHaveLength(1)

  // Resends all failed deliveries at once, after a confirmation that states how many.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Resend all failed' }).click()
  await page.getByRole('heading', { name: 'Resend 1 webhook?' }).waitFor()
  await page.getByText('This can’t be undone').waitFor()
  await page.getByRole('button', { name: 'Resend', exact: true }).click()
  await page.getByText('Resending 1 webhook.').waitFor()
  await expect.poll(() => rowsOf(page).getByText('Delivered').count()).toBe(2)
})

test('a delivery can be read byte for byte, and its signature is verified in the desk', async () => {
  const { life, page, receiver, end } = await desk(listed)
  await page.goto(`${life.url}/app/webhooks`)
  await page.getByRole('heading', { name: 'Nothing has been sent yet' }).waitFor()
  await end()
  await rowsOf(page).getByText('Delivered').waitFor()
  await rowsOf(page).first().click()
  await page.getByRole('listitem').filter({ hasText: 'Attempt 1Valid' }).waitFor()
  const [sent] = receiver.requests
  await page.getByRole('radio', { name: 'Raw' }).check({ force: true })
  await expect.poll(() => page.locator('figure code').allTextContents()).toContain(sent!.body)
  expect(await violations(page)).toEqual([])

  await page.getByText('Verify a request you received').click()
  const check = page.getByRole('button', { name: 'Verify', exact: true })
  const fill = (name: string, text: string) => page.getByRole('textbox', { name }).fill(text)
  await fill('webhook-id', String(sent!.headers['webhook-id']))
  await fill('webhook-timestamp', String(sent!.headers['webhook-timestamp']))
  await fill('webhook-signature', String(sent!.headers['webhook-signature']))
  await fill('Raw body', sent!.body)
  await check.click()
  await page.getByText('The signature is valid').waitFor()
  await fill('Raw body', JSON.stringify(JSON.parse(sent!.body), null, 2))
  await check.click()
  await page.getByText('these parts differ: body').waitFor()
  // Signed before the secret was rotated, and reported as such.
  await life.call(rotateWebhookSecret)
  await page.reload()
  await page.getByText('Signed with a previous secret').waitFor()
})

test('a test reports the receiver’s response at once, and passes on a rerun once the receiver is healthy', async () => {
  const { life, page, receiver } = await desk(listed)
  receiver.answer(status(500, {}, 'out of order'))
  await page.goto(`${life.url}/app/webhooks`)
  const sendTest = async () => {
    await page.getByRole('button', { name: 'Send test' }).click()
    await page.getByRole('menuitem', { name: /^Conversation resolved/ }).click()
  }
  await sendTest()
  await page.getByText('Failed with status 500.').waitFor()
  await page.getByText('out of order', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'View request' }).click()
  await page.getByText('This is a test; no event occurred.').waitFor()
  receiver.answer(status(200, {}, 'well again'))
  await page.getByRole('button', { name: 'Resend' }).click()
  await page.getByText('well again').waitFor()
  await page.keyboard.press('Escape')
  await rowsOf(page).getByText('Delivered').waitFor()
})

test('a receiver that is gone is disabled with a notice, and can be re-enabled from that notice', async () => {
  const { life, page, receiver, end } = await desk(listed)
  receiver.answer(status(410))
  await page.goto(`${life.url}/app/sms`)
  await settled(page)
  await end()
  await page.getByRole('link', { name: 'View deliveries' }).click()
  await page.getByText('Disabled', { exact: true }).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('url')).toBe(receiver.url)
  expect(await violations(page)).toEqual([])
  receiver.answer(status(200))
  await page.getByRole('button', { name: 'Enable' }).click()
  await page.getByText('Active', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'View deliveries' }).count()).toBe(0)
  // Deliveries that were waiting have been sent.
  await rowsOf(page).getByText('Delivered').waitFor()
  expect(receiver.requests).toHaveLength(2)
})

test('the signing secret is shown only on request, and rotating it says how long both secrets sign', async () => {
  const { life, page } = await desk(listed)
  await page.goto(`${life.url}/app/webhooks?dialog=secret`)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('••••').waitFor()
  expect(await dialog.getByText('whsec_').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Show' }).click()
  const before = await dialog.getByText('whsec_').textContent()
  await dialog.getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  await dialog.getByText('The previous secret also signs').waitFor()
  await dialog.getByRole('button', { name: 'Show' }).click()
  await expect.poll(() => dialog.getByText('whsec_').textContent()).not.toBe(before)
})
