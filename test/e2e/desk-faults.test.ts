import { expect, test } from 'vitest'
import { updateContact } from '#contracts/contacts.ts'
import { getConversation } from '#contracts/conversations.ts'
import { listInbox } from '#contracts/inbox.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { openSignInLink } from '../support/people.ts'
import { createVisitor } from '../support/visitor.ts'

/** A desk with a visitor called Tom Baker, and an operator who has the inbox open. */
async function openInbox() {
  const desk = await startDesk()
  const visitor = await createVisitor(desk)
  await visitor.say('What does Parley cost?')
  const { data } = await desk.call(listInbox)
  await desk.call(updateContact, {
    params: { id: data[0]!.visitor!.id },
    body: { name: 'Tom Baker' },
  })
  const page = await chromium.person({ viewport: { width: 1440, height: 700 } })
  await openSignInLink(page, await desk.signInLink())
  await page
    .getByRole('link', { name: /^Inbox/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
  return { desk, visitor, page }
}

const isOffline = 'Can’t reach Parley.'

test('a lost network is noticed at once, a screen that cannot load says so, and both recover', async () => {
  const { page } = await openInbox()
  await page.context().setOffline(true)
  await page.locator('.gone').getByText(isOffline).waitFor({ timeout: 5000 })
  await page.getByRole('link', { name: 'Balance' }).click()
  await page.getByRole('heading', { name: 'Couldn’t load this screen' }).waitFor()
  expect(page.url()).toContain('/app/balance')
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Balance', level: 1 }).waitFor()
  await expect.poll(() => page.locator('.gone').getByText(isOffline).isVisible()).toBe(false)
})

test('a reply typed without a network goes out once, after it is back, and the thread keeps to its end', async () => {
  const { desk, visitor, page } = await openInbox()
  await page.goto(`${desk.url}/app/inbox/${visitor.conversationId}`)
  const log = page.getByRole('log')
  const field = page.getByRole('textbox', { name: /^Reply to/ })
  await field.waitFor()
  const hidden = () =>
    log.evaluate(({ scrollHeight, scrollTop, clientHeight }) =>
      Math.abs(scrollHeight - scrollTop - clientHeight),
    )
  await expect.poll(hidden).toBeLessThan(2)
  await page.context().setOffline(true)
  await page.locator('.gone').getByText(isOffline).waitFor({ timeout: 5000 })
  await field.fill('One line\nand another\nand a third\nand a fourth')
  await expect.poll(hidden).toBeLessThan(2)
  await field.press('Enter')
  await page.context().setOffline(false)
  const operatorsWords = async () => {
    const { messages } = await desk.call(getConversation, {
      params: { uuid: visitor.conversationId },
    })
    return messages.filter(({ author }) => author === 'operator').length
  }
  await expect.poll(operatorsWords).toBe(1)
  await expect.poll(() => page.locator('.gone').getByText(isOffline).isVisible()).toBe(false)
  expect(await operatorsWords()).toBe(1)
})

test('Back from a form with unsaved changes asks first, and address and screen stay together', async () => {
  const { desk, page } = await openInbox()
  await page.goto(`${desk.url}/app/assistants`)
  await page.getByRole('link', { name: 'Parley guide' }).first().click()
  const field = page.getByRole('textbox', { name: /^First message/ }).first()
  await field.fill('Good day!')
  await page.getByRole('button', { name: 'Discard' }).waitFor()
  await page.goBack()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.waitFor()
  expect(page.url()).toContain('/app/assistants/1')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(page.url()).toContain('/app/assistants/1')
  expect(await field.inputValue()).toBe('Good day!')
  await page.goBack()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { name: 'Assistants', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/app/assistants')
})

test('the palette puts the person that was typed before commands with the same letters', async () => {
  const { page } = await openInbox()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search and commands' })
  await field.fill('tom')
  const first = page.getByRole('option').first()
  await expect.poll(() => first.textContent()).toContain('Tom Baker')
  await field.press('Enter')
  await page.getByRole('heading', { name: 'Tom Baker' }).first().waitFor()
})
